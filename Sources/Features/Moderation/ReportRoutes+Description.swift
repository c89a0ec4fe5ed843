package import Access
internal import HTTPKit
internal import HTTPTypes
internal import JSON
internal import NoonishAPI
package import OpenAPI

extension ReportRoutes {
    package static let descriptions: [RouteDescription] = [
        RouteDescription(
            .post, "/v1/people/{id}/reports", id: "reportPerson", .member, "Tell the operator of somebody",
            "The same again while the first is open changes nothing. Nobody else is told.",
            body: .json(.newReport),
            answers: [Answer(202, "Told")], problems: [.forbidden])
    ]
}

extension Schema {
    package static let newReport = Schema.object(
        .field("reason", .oneOf(ReportReason.self)),
        .optional("words", .text(1...1_000, multiline: true, "That is not their name.").orNull))
}
