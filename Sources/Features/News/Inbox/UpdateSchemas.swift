internal import Accounts
internal import JSON
internal import NoonishAPI
package import OpenAPI

/// The wire types of news, as schemas.
extension Schema {
    package static let update = Schema.named(
        "Update",
        .object(
            .field("seq", .integer(1...Int.max, 12), "Numbered without a gap for each person."),
            .field("at", .instant),
            .field("outing", .object(.field("id", .id), .field("title", .string("Thursday lunch")))),
            .field("fromRevision", .integer(0...Int.max, 4), "What the person had been told of before."),
            .field("toRevision", .integer(0...Int.max, 6)), .field("changes", .array(of: change)),
            .field("text", .string("Leila moved Thursday lunch to 13:00."), "The changes, for people."),
            .field("read", .boolean)))

    static let change = Schema.named(
        "UpdateChange",
        .object(
            .field(
                "kind", .string("title_changed"),
                "A stable word; a client shows the update's text for one that it does not know."),
            .optional("person", person, "Whom it is about, where it is about somebody."),
            .field("previous", .anything("Lunch"), "Null: there was none."),
            .field("current", .anything("Thursday lunch"), "Null: there is none any more.")))
}
