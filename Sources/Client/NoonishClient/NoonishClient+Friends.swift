import JSON
public import NoonishAPI

/// The reason of a report to the operator.
public enum ReportReason: String, Hashable, Sendable, CaseIterable {
    case name, picture, unwanted, impostor, other
}

/// Finding friends, and blocking and reporting people.
extension NoonishClient {
    /// `GET /v1/friends/requests`: lists open requests, sent and received.
    public func friendRequests() async throws -> Resource<Page<FriendRequest>> {
        try await read(.get("/v1/friends/requests"))
    }

    /// `POST /v1/friends/requests`: requests the friendship of a person the caller has eaten with or found.
    public func requestFriendship(_ person: PersonID) async throws {
        try await perform(.post("/v1/friends/requests", ["personId": .string("\(person)")] as JSONValue))
    }

    /// `DELETE /v1/friends/requests/{id}`
    public func withdraw(_ request: FriendRequestID) async throws {
        try await perform(.delete("/v1/friends/requests/\(request)"))
    }

    /// `POST /v1/friends/contacts`: returns the people with these addresses who permit being found by theirs.
    /// The service does not store the addresses.
    public func contacts(among addresses: [String]) async throws -> [Contact] {
        let body: JSONValue = ["emails": .array(addresses.map { .string($0) })]
        let page: Page<Contact> = try await writeForValue(.post("/v1/friends/contacts", body))
        return page.items
    }

    /// `GET /v1/friends/settings`
    public func friendSettings() async throws -> Resource<FriendSettings> {
        try await read(.get("/v1/friends/settings"))
    }

    /// `PUT /v1/friends/settings`
    public func setFriendSettings(_ settings: FriendSettings) async throws -> FriendSettings {
        try await writeForValue(.put("/v1/friends/settings", settings))
    }

    /// `GET /v1/friends/blocked`
    public func blocked() async throws -> Resource<Page<Person>> {
        try await read(.get("/v1/friends/blocked"))
    }

    /// `PUT /v1/people/{id}/block`: prevents a person from sending invitations or requests to the caller,
    /// without notifying them.
    public func block(_ person: PersonID) async throws { try await perform(.put("/v1/people/\(person)/block")) }

    /// `DELETE /v1/people/{id}/block`
    public func unblock(_ person: PersonID) async throws {
        try await perform(.delete("/v1/people/\(person)/block"))
    }

    /// `POST /v1/people/{id}/reports`: reports a person to the operator.
    public func report(_ person: PersonID, _ reason: ReportReason, words: String? = nil) async throws {
        try await perform(.post("/v1/people/\(person)/reports", Self.report(reason, words)))
    }

    /// `POST /v1/outings/{id}/messages/{message}/report`: reports a message to the operator, with its current
    /// text.
    public func report(
        _ message: OutingMessageID, in outing: OutingID, _ reason: ReportReason, words: String? = nil
    ) async throws {
        try await perform(.post("/v1/outings/\(outing)/messages/\(message)/report", Self.report(reason, words)))
    }

    private static func report(_ reason: ReportReason, _ words: String?) -> JSONValue {
        ["reason": .string(reason.rawValue), "words": .orNull(words)]
    }
}
