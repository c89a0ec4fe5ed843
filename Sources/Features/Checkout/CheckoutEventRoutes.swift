package import Access
package import Foundation
import HTTPKit
import HTTPTypes
import Hummingbird
import JSON
import NIOCore
import NoonishAPI
import OpenAPI
package import Postgres

/// Takes the provider's events. They are hints to read a checkout, and nothing else in them is believed.
package struct CheckoutEventRoutes: RouteGroup {
    private let database: PostgresClient
    private let signature: StripeSignature
    private let now: @Sendable () -> Date

    /// - Parameter secrets: Of the provider's endpoint: one, and another while it is replaced. Without any, there is no
    ///   such route.
    package init(
        database: PostgresClient, secrets: [String], now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.database = database
        self.signature = StripeSignature(secrets: secrets.filter { !$0.isEmpty })
        self.now = now
    }

    package static let definitions: [RouteDefinition<Self>] = [
        RouteDefinition(
            .takeCheckoutEvent, .takeCheckoutEvent, scope: .anyone,
            "Take an event of the payment provider",
            "Available only if `checkout.webhookSecret` is set. The body is signed with it, or with `checkout.formerWebhookSecret`. The event is a hint to read the checkout from the provider's API, so that events may come twice, late or never.",
            parameters: [
                Parameter(
                    "Stripe-Signature", in: .header, .string("t=1788220800,v1=5257a869e7ec"),
                    "The time and the HMAC-SHA-256 of the body.")
            ],
            body: .json(.open(.field("id", .string("evt_1")))),
            answers: [.done("Accepted; it need not be sent again")],
            problems: [
                .notFound, .of(CheckoutProblems.badSignature), .of(CheckoutProblems.malformedEvent),
            ], isIdempotent: false, handler: take)
    ]

    func take(_ call: Call) async throws -> Response {
        guard !signature.secrets.isEmpty else { throw Problem.notFound }
        let body = Array(call.bodyBytes.readableBytesView)
        guard let header = call.request.headers[.stripeSignature],
            signature.isValid(header, of: body, at: now())
        else { throw CheckoutProblems.badSignature }
        guard let event = (try? JSONValue(parsing: body)).flatMap(CheckoutEvent.init) else {
            throw CheckoutProblems.malformedEvent
        }
        try await database.execute(.see(event))
        return .empty()
    }
}

/// What an event names: a session, or the payment of one.
struct CheckoutEvent: Sendable {
    let session: String?
    let intent: String?

    /// Returns `nil` unless the JSON is an event.
    init?(_ json: JSONValue) {
        guard let object = json.member("data")?.member("object") else { return nil }
        let own = object.member("id")?.string
        session = object.member("object")?.string == "checkout.session" ? own : nil
        intent =
            object.member("object")?.string == "payment_intent"
            ? own : object.member("payment_intent")?.string
    }
}

extension HTTPField.Name {
    fileprivate static let stripeSignature = constant("Stripe-Signature")
}
