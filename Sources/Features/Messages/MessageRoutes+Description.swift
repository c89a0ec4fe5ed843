package import Access
internal import Accounts
internal import HTTPKit
internal import HTTPTypes
internal import JSON
internal import Moderation
internal import NoonishAPI
internal import OpenAPI
internal import Outings

extension MessageRoutes {
    /// What the routes of ``routes`` take and answer.
    package static let descriptions: [RouteDescription] = [
        RouteDescription(
            .get, "/v1/outings/{id}/messages", id: "listMessages", .guest, "What was said",
            "The newest first, without those of people whom a block hides from the reader.",
            parameters: [.limit(MessageLimits.page, most: PageLimits.maximum), .cursor],
            answers: [
                .ok(
                    .page(
                        of: .message, .unread, .field("muted", .boolean, "Whether I hear of mentions alone.")),
                    "A page of messages", isTagged: true, isPaged: true)
            ], problems: [.forbidden, .faults("malformed_cursor")]),
        RouteDescription(
            .post, "/v1/outings/{id}/messages", id: "postMessage", .guest, "Say something to everybody",
            "Who is mentioned is told even where they muted the chat. Who writes has read what stands above.",
            body: .json(.object(.field("text", text), .optional("mentions", mentions))),
            answers: [.json(201, .message, "The message", [])],
            problems: ofWords + [.forbidden, .of(MessageProblems.closed)]),
        RouteDescription(
            .put, "/v1/outings/{id}/messages/read", id: "markMessagesRead", .guest,
            "I have read as far as this message",
            body: .json(.object(.field("upTo", .id))), answers: [.ok(.messageReader, "Where I stand now")],
            problems: [.forbidden, .faults("malformed_id")]),
        RouteDescription(
            .put, "/v1/outings/{id}/messages/mute", id: "muteMessages", .guest,
            "Hear of nothing but mentions, or of everything again",
            body: .json(.object(.field("muted", .boolean))),
            answers: [.ok(.messageReader, "Where I stand now")], problems: [.forbidden]),
        RouteDescription(
            .patch, "/v1/outings/{id}/messages/{mid}", id: "editMessage", .guest, "Change what I said",
            "For an hour.",
            body: .mergePatch(.object(.optional("text", text), .optional("mentions", mentions))),
            answers: [.ok(.message, "The message as it is now")],
            problems: ofWords + [.forbidden, .of(MessageProblems.editingPeriodEnded), .of(MessageProblems.deleted)]),
        RouteDescription(
            .delete, "/v1/outings/{id}/messages/{mid}", id: "deleteMessage", .guest, "Delete a message",
            "One's own; a host, anybody's. Its place stays.", answers: [.done("Deleted")],
            problems: [.forbidden]),
        RouteDescription(
            .post, "/v1/outings/{id}/messages/{mid}/report", id: "reportMessage", .guest,
            "Tell the operator of a message",
            "With its words as they stand. The same again while the first is open changes nothing. Nobody else is told.",
            body: .json(.newReport), answers: [Answer(202, "Told")],
            problems: [.forbidden, .of(MessageProblems.deleted)]),
        RouteDescription(
            .get, "/v1/messages/unread", id: "listUnreadMessages", .member,
            "My outings with messages that I have not read", "What was last spoken about first.",
            answers: [.ok(.page(of: .unreadMessages), "One page", isTagged: true)]),
    ]

    private static let text = Schema.text(MessageLimits.text, multiline: true, "See you at the door, @Tom")
    private static let mentions = Schema.array(of: .id, max: MessageLimits.mentions)

    private static let ofWords: [RouteProblem] = [
        .of(MessageProblems.mentionedPersonNotInvited), .faults("malformed_id", "missing", "too_long", "blank"),
    ]
}

extension Schema {
    fileprivate static let message = Schema.named(
        "OutingMessage",
        .object(
            .field("id", .id), .field("author", person),
            .field("text", .string("See you at the door, @Tom").orNull, "Null: it was deleted."),
            .field("mentions", .array(of: person)), .field("at", .instant),
            .field("editedAt", .instant.orNull), .field("deletedAt", .instant.orNull),
            .field("own", .boolean, "Whether the reader wrote it."),
            .field("editable", .boolean, "Whether the reader may still change it.")))

    fileprivate static let messageReader = Schema.object(
        .unread, .field("muted", .boolean, "Whether I hear of mentions alone."))

    fileprivate static let unreadMessages = Schema.named(
        "UnreadMessages",
        .object(
            .field("outing", .object(.field("id", .id), .field("title", .string("Thursday lunch")))), .unread)
    )
}

extension SchemaField {
    fileprivate static let unread = SchemaField.field(
        "unread", .integer(0...MessageLimits.unreadCounted, 3),
        "Messages of others since I read last, or was asked along; not counted further.")
}
