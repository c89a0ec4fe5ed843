import JSON
public import NoonishAPI

/// The messages of an outing.
extension NoonishClient {
    /// Lists messages, newest first.
    public func messages(
        in outing: OutingID, limit: Int? = nil, cursor: String? = nil
    ) async throws -> Resource<OutingMessagePage> {
        try await read(Call(.listMessages, outing, query: .page(limit, cursor)))
    }

    /// Posts a message.
    public func postMessage(
        _ text: String, mentioning people: [PersonID] = [], in outing: OutingID
    ) async throws -> OutingMessage {
        let message: JSONValue = ["text": .string(text), "mentions": .ids(people)]
        return try await writeForValue(Call(.postMessage, outing, body: message))
    }

    /// Edits a message.
    public func editMessage(
        _ message: OutingMessageID, in outing: OutingID, text: String
    ) async throws -> OutingMessage {
        try await writeForValue(
            Call(.editMessage, outing, message, body: ["text": .string(text)] as JSONValue))
    }

    /// Deletes the message, leaving an empty placeholder.
    public func deleteMessage(_ message: OutingMessageID, in outing: OutingID) async throws {
        try await perform(Call(.deleteMessage, outing, message))
    }

    /// Marks messages as read up to a message.
    public func markMessagesRead(
        upTo message: OutingMessageID, in outing: OutingID
    ) async throws -> MessageReadState {
        try await writeForValue(
            Call(.markMessagesRead, outing, body: ["upTo": .string("\(message)")] as JSONValue))
    }

    /// Mutes or unmutes an outing's messages.
    public func muteMessages(in outing: OutingID, _ muted: Bool = true) async throws -> MessageReadState {
        try await writeForValue(
            Call(.muteMessages, outing, body: ["muted": .boolean(muted)] as JSONValue))
    }

    /// Lists outings with unread messages.
    public func unreadMessages() async throws -> Resource<Page<UnreadMessages>> {
        try await read(Call(.listUnreadMessages))
    }
}
