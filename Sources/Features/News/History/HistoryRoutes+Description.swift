package import Access
internal import Accounts
import HTTPKit
import HTTPTypes
import OpenAPI

extension HistoryRoutes {
    /// What the routes of ``routes`` take and answer.
    package static let descriptions: [RouteDescription] = [
        RouteDescription(
            .get, "/v1/outings/{id}/history", id: "readHistory", .guest, "What changed, and who did it",
            "The newest first. What hosts alone are told is not shown to others, so a page may have fewer than `limit`.",
            parameters: [.limit(PageLimits.standard, most: PageLimits.maximum), .cursor],
            answers: [.ok(.page(of: .historyItem), "A page of revisions", isTagged: true, isPaged: true)],
            problems: [.forbidden, .faults("malformed_cursor")])
    ]
}

extension Schema {
    fileprivate static let historyItem = Schema.named(
        "HistoryItem",
        .object(
            .field("revision", .integer(1...Int.max, 6)), .field("at", .instant),
            .field("actor", person.orNull, "Null: the service."), .field("changes", .array(of: change)),
            .field("text", .string("13:00 instead of 12:30."), "The changes, for people."),
            .field("undoable", .boolean, "Whether the reader can take it back by `undo`.")))
}
