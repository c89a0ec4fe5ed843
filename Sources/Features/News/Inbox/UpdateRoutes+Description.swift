package import Access
internal import HTTPKit
internal import HTTPTypes
internal import OpenAPI

extension UpdateRoutes {
    /// What the routes of ``routes`` take and answer.
    package static let descriptions: [RouteDescription] = [
        RouteDescription(
            .get, "/v1/updates", id: "listUpdates", .member, "News of my outings, oldest first",
            parameters: [
                .query("after", .integer(0...Int.max), "The number of the last one that the reader has."),
                .limit(PageLimits.standard, most: PageLimits.maximum),
                .query("cursor", .string("12"), "`next` of the page before."),
            ],
            answers: [.ok(.page(of: .update), "A page of news", isTagged: true, isPaged: true)]),
        RouteDescription(
            .post, "/v1/updates/read", id: "markUpdatesRead", .member, "I have read as far as this",
            "`Idempotency-Key` is ignored: doing it twice is doing it once.",
            body: .json(.object(.field("upTo", .integer(0...Int.max, 12)))),
            answers: [.ok(.object(.field("upTo", .integer(0...Int.max, 12))), "How far is read now")],
            isIdempotent: false),
    ]
}
