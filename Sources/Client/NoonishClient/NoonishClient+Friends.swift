import JSON
public import NoonishAPI

/// Why somebody or something is reported to the operator.
public enum ReportReason: String, Hashable, Sendable, CaseIterable {
    case name, picture, unwanted, impostor, other
}

/// Finding friends, and being left alone.
extension NoonishClient {
    /// `GET /v1/friends/requests`: open ones, of both directions.
    public func friendRequests() async throws -> Reading<Page<FriendRequest>> {
        try await read(.get("/v1/friends/requests"))
    }

    /// `POST /v1/friends/requests`: of somebody I have eaten with, or found.
    public func askToBeFriends(_ person: PersonID) async throws {
        try await done(.post("/v1/friends/requests", ["personId": .string("\(person)")] as JSONValue))
    }

    /// `DELETE /v1/friends/requests/{id}`
    public func withdraw(_ request: FriendRequestID) async throws {
        try await done(.delete("/v1/friends/requests/\(request)"))
    }

    /// `POST /v1/friends/contacts`: which of these addresses are known here, of people who want to be found by theirs. Not kept.
    public func contacts(among addresses: [String]) async throws -> [Contact] {
        let body: JSONValue = ["emails": .array(addresses.map { .string($0) })]
        let page: Page<Contact> = try await written(.post("/v1/friends/contacts", body))
        return page.items
    }

    /// `GET /v1/friends/settings`
    public func friendSettings() async throws -> Reading<FriendSettings> {
        try await read(.get("/v1/friends/settings"))
    }

    /// `PUT /v1/friends/settings`
    public func setFriendSettings(_ settings: FriendSettings) async throws -> FriendSettings {
        try await written(.put("/v1/friends/settings", settings))
    }

    /// `GET /v1/friends/blocked`
    public func blocked() async throws -> Reading<Page<Person>> {
        try await read(.get("/v1/friends/blocked"))
    }

    /// `PUT /v1/people/{id}/block`: they cannot ask me to anything any more, and are not told.
    public func block(_ person: PersonID) async throws { try await done(.put("/v1/people/\(person)/block")) }

    /// `DELETE /v1/people/{id}/block`
    public func unblock(_ person: PersonID) async throws {
        try await done(.delete("/v1/people/\(person)/block"))
    }

    /// `POST /v1/people/{id}/reports`: to the operator.
    public func report(_ person: PersonID, _ reason: ReportReason, words: String? = nil) async throws {
        try await done(.post("/v1/people/\(person)/reports", Self.report(reason, words)))
    }

    /// `POST /v1/outings/{id}/messages/{message}/report`: to the operator, with the message as it stands.
    public func report(
        _ message: OutingMessageID, in outing: OutingID, _ reason: ReportReason, words: String? = nil
    ) async throws {
        try await done(.post("/v1/outings/\(outing)/messages/\(message)/report", Self.report(reason, words)))
    }

    private static func report(_ reason: ReportReason, _ words: String?) -> JSONValue {
        ["reason": .string(reason.rawValue), "words": .ifAny(words)]
    }
}
