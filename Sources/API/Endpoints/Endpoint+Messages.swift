/// The messages of an outing.
extension Endpoint {
    public static var listMessages: Endpoint { .get("/v1/outings/{id}/messages") }
    public static var postMessage: Endpoint { .post("/v1/outings/{id}/messages") }
    public static var markMessagesRead: Endpoint { .put("/v1/outings/{id}/messages/read") }
    public static var muteMessages: Endpoint { .put("/v1/outings/{id}/messages/mute") }
    public static var editMessage: Endpoint { .patch("/v1/outings/{id}/messages/{mid}") }
    public static var deleteMessage: Endpoint { .delete("/v1/outings/{id}/messages/{mid}") }
    public static var reportMessage: Endpoint { .post("/v1/outings/{id}/messages/{mid}/report") }
    public static var listUnreadMessages: Endpoint { .get("/v1/messages/unread") }
}
