import JSON
public import NoonishAPI

/// The reason of a report to the operator.
public enum ReportReason: String, Hashable, Sendable, CaseIterable {
    case name, picture, unwanted, impostor, other
}

/// Finding friends, and blocking and reporting people.
extension NoonishClient {
    /// Lists open requests, sent and received.
    public func friendRequests() async throws -> Resource<Page<FriendRequest>> {
        try await read(Call(.listFriendRequests))
    }

    /// Requests the friendship of a person the caller has eaten with or found.
    public func requestFriendship(_ person: PersonID) async throws {
        try await perform(Call(.requestFriend, body: ["personId": .string("\(person)")] as JSONValue))
    }

    /// Withdraws a friend request of the caller.
    public func withdraw(_ request: FriendRequestID) async throws {
        try await perform(Call(.withdrawFriendRequest, request))
    }

    /// Returns the people with these addresses who permit being found by address. The service does not store
    /// the addresses.
    public func contacts(among addresses: [String]) async throws -> [Contact] {
        let body: JSONValue = ["emails": .array(addresses.map { .string($0) })]
        let page: Page<Contact> = try await writeForValue(Call(.matchContacts, body: body))
        return page.items
    }

    /// Returns the settings by which others find the caller.
    public func friendSettings() async throws -> Resource<FriendSettings> {
        try await read(Call(.readFriendSettings))
    }

    /// Replaces the settings by which others find the caller.
    public func setFriendSettings(_ settings: FriendSettings) async throws -> FriendSettings {
        try await writeForValue(Call(.editFriendSettings, body: settings))
    }

    /// Lists the people whom the caller has blocked.
    public func blocked() async throws -> Resource<Page<Person>> {
        try await read(Call(.listBlocked))
    }

    /// Prevents a person from sending invitations or requests to the caller, without notifying them.
    public func block(_ person: PersonID) async throws { try await perform(Call(.blockPerson, person)) }

    /// Unblocks a person.
    public func unblock(_ person: PersonID) async throws {
        try await perform(Call(.unblockPerson, person))
    }

    /// Reports a person to the operator.
    public func report(_ person: PersonID, _ reason: ReportReason, words: String? = nil) async throws {
        try await perform(Call(.reportPerson, person, body: Self.report(reason, words)))
    }

    /// Reports a message to the operator, with its current text.
    public func report(
        _ message: OutingMessageID, in outing: OutingID, _ reason: ReportReason, words: String? = nil
    ) async throws {
        try await perform(Call(.reportMessage, outing, message, body: Self.report(reason, words)))
    }

    private static func report(_ reason: ReportReason, _ words: String?) -> JSONValue {
        ["reason": .string(reason.rawValue), "words": .orNull(words)]
    }
}
