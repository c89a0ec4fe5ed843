import Accounts
import JSON
import NoonishAPI
package import OpenAPI

/// The wire types of updates, as schemas.
extension Schema {
    package static let update = Schema.named(
        "Update",
        .object(
            .field("seq", .integer(1...Int.max, 12), "Numbered per person, without gaps."),
            .field("at", .instant),
            .field("outing", .object(.field("id", .id), .field("title", .string("Thursday lunch")))),
            .field(
                "fromRevision", .integer(0...Int.max, 4),
                "The last revision that the person was notified of before."),
            .field("toRevision", .integer(0...Int.max, 6)), .field("changes", .array(of: change)),
            .field(
                "text", .string("Leila moved Thursday lunch to 13:00."), "The changes, as text for people."),
            .field("read", .boolean)))

    static let change = Schema.named(
        "UpdateChange",
        .object(
            .field(
                "kind", .string("title_changed"),
                "A stable name; clients show the update's text for unknown ones."),
            .optional("person", person, "The person whom the change is about, if any."),
            .field("previous", .anything("Lunch"), "Null if there was none."),
            .field("current", .anything("Thursday lunch"), "Null if there is none.")))
}
