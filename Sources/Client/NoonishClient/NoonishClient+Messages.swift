import JSON
public import NoonishAPI

/// The messages of an outing.
extension NoonishClient {
    /// `GET /v1/outings/{id}/messages`: lists messages, newest first.
    public func messages(
        in outing: OutingID, limit: Int? = nil, cursor: String? = nil
    ) async throws -> Resource<OutingMessagePage> {
        try await read(
            .get("/v1/outings/\(outing)/messages", [("limit", limit.map(String.init)), ("cursor", cursor)]))
    }

    /// `POST /v1/outings/{id}/messages`
    public func postMessage(
        _ text: String, mentioning people: [PersonID] = [], in outing: OutingID
    ) async throws -> OutingMessage {
        let message: JSONValue = ["text": .string(text), "mentions": .ids(people)]
        return try await writeForValue(.post("/v1/outings/\(outing)/messages", message))
    }

    /// `PATCH /v1/outings/{id}/messages/{message}`
    public func editMessage(
        _ message: OutingMessageID, in outing: OutingID, text: String
    ) async throws -> OutingMessage {
        try await writeForValue(
            .patch("/v1/outings/\(outing)/messages/\(message)", ["text": .string(text)] as JSONValue))
    }

    /// `DELETE /v1/outings/{id}/messages/{message}`: deletes the message, leaving an empty placeholder.
    public func deleteMessage(_ message: OutingMessageID, in outing: OutingID) async throws {
        try await perform(.delete("/v1/outings/\(outing)/messages/\(message)"))
    }

    /// `PUT /v1/outings/{id}/messages/read`
    public func markMessagesRead(
        upTo message: OutingMessageID, in outing: OutingID
    ) async throws -> MessageReadState {
        try await writeForValue(
            .put("/v1/outings/\(outing)/messages/read", ["upTo": .string("\(message)")] as JSONValue))
    }

    /// `PUT /v1/outings/{id}/messages/mute`
    public func muteMessages(in outing: OutingID, _ muted: Bool = true) async throws -> MessageReadState {
        try await writeForValue(
            .put("/v1/outings/\(outing)/messages/mute", ["muted": .boolean(muted)] as JSONValue))
    }

    /// `GET /v1/messages/unread`
    public func unreadMessages() async throws -> Resource<Page<UnreadMessages>> {
        try await read(.get("/v1/messages/unread"))
    }
}
