import HTTPTypes
import JSON
public import NoonishAPI

/// Outings: meals that friends plan together.
extension NoonishClient {
    /// Lists outings, those that need an answer first, then by start.
    public func outings(
        _ filter: OutingFilter = OutingFilter(), limit: Int? = nil, cursor: String? = nil
    ) async throws -> Resource<Page<Outing>> {
        try await read(
            Call(
                .listOutings,
                query: [
                    ("role", filter.role?.rawValue), ("status", filter.status?.rawValue),
                    ("when", filter.when?.rawValue), ("limit", limit.map(String.init)), ("cursor", cursor),
                ]))
    }

    /// Returns an outing.
    public func outing(_ id: OutingID) async throws -> Resource<Outing> {
        try await read(Call(.readOuting, id))
    }

    /// Returns an outing; `nil` if its state is still that of `tag`.
    public func outing(_ id: OutingID, unless tag: EntityTag) async throws -> Resource<Outing>? {
        try await read(Call(.readOuting, id), unless: tag)
    }

    /// Creates an outing.
    public func startOuting(_ outing: NewOuting) async throws -> Resource<Outing> {
        try await write(Call(.createOuting, body: outing))
    }

    /// Edits an outing.
    ///
    /// - Parameter tag: The state that the edit is based on.
    /// - Throws: ``Problem`` 412 if the outing has changed since; ``Problem/members`` then has the `current`
    ///   state.
    public func edit(_ id: OutingID, _ edit: OutingEdit, of tag: EntityTag) async throws -> Resource<Outing> {
        try await write(Call(.editOuting, id, body: edit, of: tag))
    }

    /// Reverts an edit.
    ///
    /// - Parameter revision: The revision to undo; `nil` for the last edit.
    public func undoEdit(of id: OutingID, revision: Int? = nil, tag: EntityTag) async throws -> Resource<
        Outing
    > {
        var call = Call(.undoEdit, id, body: ["revision": .orNull(revision)] as JSONValue)
        call.headers[.ifMatch] = tag.text
        return try await write(call)
    }

    /// Deletes an outing of which no one else has been notified.
    public func deleteOuting(_ id: OutingID) async throws { try await perform(Call(.deleteOuting, id)) }

    /// Cancels an outing.
    public func cancelOuting(_ id: OutingID, reason: String? = nil) async throws -> Resource<Outing> {
        try await write(
            Call(.cancelOuting, id, body: ["reason": .orNull(reason)] as JSONValue))
    }

    /// Reactivates a cancelled outing before its start.
    public func reactivateOuting(_ id: OutingID) async throws -> Resource<Outing> {
        try await write(Call(.reactivateOuting, id))
    }

    /// Lists the outing's history, newest first.
    public func history(
        of id: OutingID, limit: Int? = nil, cursor: String? = nil
    ) async throws -> Resource<Page<HistoryItem>> {
        try await read(Call(.readHistory, id, query: .page(limit, cursor)))
    }
}

extension JSONValue {
    static func orNull(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }

    static func orNull(_ number: Int?) -> JSONValue { number.map { .integer($0) } ?? .null }

    static func ids<Subject>(_ ids: [ID<Subject>]) -> JSONValue {
        .array(ids.map { .string($0.description) })
    }
}
