import Access
import HTTPKit
import Hummingbird
import JSON
import NoonishAPI
import OpenAPI

/// The retention periods that the workers apply. The page of the same name explains them.
struct PrivacyRoutes: RouteGroup {
    let retention: [Retention]

    static let definitions: [RouteDefinition<Self>] = [
        RouteDefinition(
            .readPrivacy, .readService, scope: .anyone, "Read retention periods",
            answers: [
                .ok(
                    .object(
                        .field(
                            "retention",
                            .array(
                                of: .object(
                                    .field(
                                        "what", .string("sessions"), "The service's name for a kind of data."),
                                    .field("seconds", .integer(0...Int.max, 86_400)))))),
                    "The retention period of each kind of data", isTagged: true)
            ], handler: show)
    ]

    func show(_ call: Call) -> Response {
        .json(.ok, RetentionList(retention: retention), etag: .content)
    }

    private struct RetentionList: JSONEncodable {
        let retention: [Retention]

        func encode(to writer: inout JSONWriter) {
            writer.object {
                $0.array("retention", retention) { writer, item in item.encode(to: &writer) }
            }
        }
    }

}
