import HTTPTypes
import JSON
public import NoonishAPI

/// Meals that friends plan together.
extension NoonishClient {
    /// `GET /v1/outings`: what needs an answer first, then by start.
    public func outings(
        _ filter: OutingFilter = OutingFilter(), limit: Int? = nil, cursor: String? = nil
    ) async throws -> Reading<Page<Outing>> {
        try await read(
            .get(
                "/v1/outings",
                [
                    ("role", filter.role?.rawValue), ("status", filter.status?.rawValue),
                    ("when", filter.when?.rawValue), ("limit", limit.map(String.init)), ("cursor", cursor),
                ]))
    }

    /// `GET /v1/outings/{id}`
    public func outing(_ id: OutingID) async throws -> Reading<Outing> {
        try await read(.get("/v1/outings/\(id)"))
    }

    /// The same; nil where it still is as `tag` says.
    public func outing(_ id: OutingID, unless tag: EntityTag) async throws -> Reading<Outing>? {
        try await read(.get("/v1/outings/\(id)"), unless: tag)
    }

    /// `POST /v1/outings`
    public func startOuting(_ outing: NewOuting) async throws -> Reading<Outing> {
        try await write(.post("/v1/outings", outing))
    }

    /// `PATCH /v1/outings/{id}`
    ///
    /// - Parameter tag: Of the state that the edit was made in.
    /// - Throws: ``Problem`` 412 where somebody else was quicker; ``Problem/members`` has the `current` state.
    public func edit(_ id: OutingID, _ edit: OutingEdit, of tag: EntityTag) async throws -> Reading<Outing> {
        try await write(.patch("/v1/outings/\(id)", edit, of: tag))
    }

    /// `POST /v1/outings/{id}/undo`
    ///
    /// - Parameter revision: Nil: the last edit.
    public func undoEdit(of id: OutingID, revision: Int? = nil, tag: EntityTag) async throws -> Reading<
        Outing
    > {
        var call = Call.post("/v1/outings/\(id)/undo", ["revision": .ifAny(revision)] as JSONValue)
        call.headers[.ifMatch] = tag.text
        return try await write(call)
    }

    /// `DELETE /v1/outings/{id}`: while nobody else was ever told of it.
    public func deleteOuting(_ id: OutingID) async throws { try await done(.delete("/v1/outings/\(id)")) }

    /// `PUT /v1/outings/{id}/cancellation`
    public func cancelOuting(_ id: OutingID, reason: String? = nil) async throws -> Reading<Outing> {
        try await write(
            .put("/v1/outings/\(id)/cancellation", ["reason": .ifAny(reason)] as JSONValue))
    }

    /// `DELETE /v1/outings/{id}/cancellation`: before its start.
    public func reactivateOuting(_ id: OutingID) async throws -> Reading<Outing> {
        try await write(.delete("/v1/outings/\(id)/cancellation"))
    }

    /// `GET /v1/outings/{id}/history`: what became of it, the newest first.
    public func history(
        of id: OutingID, limit: Int? = nil, cursor: String? = nil
    ) async throws -> Reading<Page<HistoryItem>> {
        try await read(
            .get("/v1/outings/\(id)/history", [("limit", limit.map(String.init)), ("cursor", cursor)]))
    }
}

extension JSONValue {
    static func ifAny(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }

    static func ifAny(_ number: Int?) -> JSONValue { number.map { .integer($0) } ?? .null }

    static func ids<Subject>(_ ids: [ID<Subject>]) -> JSONValue {
        .array(ids.map { .string($0.description) })
    }
}
