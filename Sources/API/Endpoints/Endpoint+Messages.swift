/// The messages of an outing.
extension Endpoint {
    public static var listMessages: Endpoint { Endpoint(.get, "/v1/outings/{id}/messages") }
    public static var postMessage: Endpoint { Endpoint(.post, "/v1/outings/{id}/messages") }
    public static var markMessagesRead: Endpoint { Endpoint(.put, "/v1/outings/{id}/messages/read") }
    public static var muteMessages: Endpoint { Endpoint(.put, "/v1/outings/{id}/messages/mute") }
    public static var editMessage: Endpoint { Endpoint(.patch, "/v1/outings/{id}/messages/{mid}") }
    public static var deleteMessage: Endpoint { Endpoint(.delete, "/v1/outings/{id}/messages/{mid}") }
    public static var reportMessage: Endpoint { Endpoint(.post, "/v1/outings/{id}/messages/{mid}/report") }
    public static var listUnreadMessages: Endpoint { Endpoint(.get, "/v1/messages/unread") }
}
