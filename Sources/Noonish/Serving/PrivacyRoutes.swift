import Access
import HTTPKit
import Hummingbird
import JSON
import NoonishAPI
import OpenAPI

/// The operator of the service, and the retention periods that the workers apply. The page of the same name explains them.
struct PrivacyRoutes: RouteGroup {
    let retention: [Retention]
    let contact: Settings.ServiceOperator

    static let definitions: [RouteDefinition<Self>] = [
        RouteDefinition(
            .readPrivacy, .readService, scope: .anyone, "Read retention periods and the operator",
            answers: [
                .ok(
                    .object(
                        .field(
                            "operator",
                            .object(
                                .field("name", .string("Lunch Club Kallio")),
                                .field(
                                    "contact", .string("lunch@example.org").orNull,
                                    "A mail address, or the address of a page.")
                            ).orNull, "Who runs the service; null if they have not said."),
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
        .json(.ok, PrivacyFacts(contact: contact, retention: retention), etag: .content)
    }

    private struct PrivacyFacts: JSONEncodable {
        let contact: Settings.ServiceOperator
        let retention: [Retention]

        func encode(to writer: inout JSONWriter) {
            writer.object {
                $0.field("operator", contact.name.isEmpty ? nil : OperatorFacts(contact))
                $0.array("retention", retention) { writer, item in item.encode(to: &writer) }
            }
        }
    }

    private struct OperatorFacts: JSONEncodable {
        let name: String
        let contact: String?

        init(_ contact: Settings.ServiceOperator) {
            name = contact.name
            self.contact = contact.contact.isEmpty ? nil : contact.contact
        }

        func encode(to writer: inout JSONWriter) {
            writer.object {
                $0.field("name", name)
                $0.field("contact", contact)
            }
        }
    }
}
