package import Access
internal import HTTPKit
internal import HTTPTypes
internal import OpenAPI

extension StreamRoutes {
    /// What the routes of ``routes`` take and answer.
    package static let descriptions: [RouteDescription] = [
        RouteDescription(
            .get, streamPath, id: "streamUpdates", .guest, "News as it happens",
            "Server-sent events: `hello` (where the stream goes on), `update` (as in the list), `revision` (an outing has changed: read it again) and `reset` (read everything anew).",
            parameters: [
                .query(
                    "outings", .array(of: .id, max: LiveLimits.outingsPerStream), isList: true,
                    "Only these; a guest's own one unless said otherwise."),
                .query("after", .integer(0...Int.max), "Go on after this update."),
                Parameter("Last-Event-ID", in: .header, .string("12"), "The same, as browsers say it."),
            ],
            answers: [
                .text(
                    MediaType.eventStream, "The stream, until either end closes it",
                    example: "id: 12\nevent: hello\ndata: {\"from\":12}\n\n")
            ],
            problems: [.notFound, .of(LiveProblems.tooManyStreams)]),
    ]
}
