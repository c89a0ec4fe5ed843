import Access
import Accounts
import HTTPKit
import HTTPTypes
import JSON
import Moderation
import NoonishAPI
package import OpenAPI
import Outings

extension Schema {
    package static let message = Schema.named(
        "OutingMessage",
        .object(
            .field("id", .id),
            .field("author", person, "A person, or the venue with its restaurant's id and name."),
            .field("text", .string("See you at the door, @Tom").orNull, "Null if it was deleted."),
            .field("mentions", .array(of: person)), .field("at", .instant),
            .field("editedAt", .instant.orNull), .field("deletedAt", .instant.orNull),
            .field("own", .boolean, "Whether the caller wrote it."),
            .field("editable", .boolean, "Whether the caller can still edit it."),
            .field("isFromVenue", .boolean, "Whether a venue that has the outing's order wrote it.")))

    static let messageReader = Schema.named(
        "MessageReader",
        .object(.unread, .field("muted", .boolean, "Whether the caller is notified of mentions only.")))

    static let unreadMessages = Schema.named(
        "UnreadMessages",
        .object(
            .field("outing", .object(.field("id", .id), .field("title", .string("Thursday lunch")))), .unread)
    )
}

extension SchemaField {
    static let unread = SchemaField.field(
        "unread", .integer(0...MessageLimits.unreadCounted, 3),
        "Others' messages since the caller last read them or was invited, up to a limit.")
}
