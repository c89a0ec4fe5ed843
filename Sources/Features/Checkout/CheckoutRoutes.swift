package import Access
import Accounts
import HTTPKit
import HTTPTypes
import Hummingbird
import Initializers
import NoonishAPI
import OpenAPI
package import Postgres

/// Paying a share of a bill at the provider's page, and the card that the provider remembers.
@MemberwiseInit
package struct CheckoutRoutes: RouteGroup {
    let database: PostgresClient
    let checkouts: Checkouts

    package static let definitions: [RouteDefinition<Self>] = [
        RouteDefinition(
            .readCheckouts, .payOnline, scope: .guest, "Read what the caller can pay online of a bill",
            "And their checkouts. The state of one is what the provider's API said last, within seconds of the payment.",
            answers: [.ok(.checkoutOverview, "What can be paid, and what was", isTagged: true)],
            problems: [.forbidden], handler: read),
        RouteDefinition(
            .startCheckout, .payOnline, scope: .guest, "Pay a share of a bill online",
            "For what the caller owes the place. Returns the address of the provider's page, which takes the card. Until that page expires, a repetition returns the same one.",
            body: .json(
                .object(
                    .optional(
                        "remember", Schema.boolean.orNull,
                        "Whether the provider may remember the card. For members.")),
                isRequired: false),
            answers: [.json(201, .checkout, "The checkout, with the page's address", [])],
            problems: [
                .forbidden, .of(CheckoutProblems.nothingToPay), .of(CheckoutProblems.notOffered),
                .of(CheckoutProblems.orderNotAccepted), .of(CheckoutProblems.unresolved),
                .of(CheckoutProblems.membersOnly),
                .of(CheckoutProblems.notAvailable),
            ], handler: start),
        RouteDefinition(
            .readRememberedCard, .editRememberedCard, scope: .member,
            "Read whether the provider remembers a card of the caller",
            answers: [
                .ok(
                    .named(
                        "RememberedCard",
                        .object(.field("isRemembered", .boolean), .field("since", .instant.orNull))),
                    "No number is known here", isTagged: true)
            ], handler: readCard),
        RouteDefinition(
            .removeRememberedCard, .editRememberedCard, scope: .member, "Have the provider forget the card",
            "It is not offered any more. The provider deletes it within minutes.",
            answers: [.done("Removed")], handler: removeCard),
    ]

    func read(_ call: Call) async throws -> Response {
        let overview = try await checkouts.overview(
            of: call.id("bid"), on: call.id("id"), for: call.actor, in: database)
        return .json(.ok, overview, etag: .content)
    }

    func start(_ call: Call) async throws -> Response {
        let outing: OutingID = try call.id("id")
        let bill: BillID = try call.id("bid")
        var body = try await call.bodyOrEmpty()
        let remember = body.optional("remember", .boolean) ?? false
        try body.finish()
        try await checkouts.closeFormer(for: bill, on: outing, remember: remember, for: call.actor)
        _ = try await call.write(database) { transaction in
            let row = try await checkouts.prepare(
                bill, on: outing, remember: remember, for: call.actor, in: transaction)
            return .json(.created, row.wire(checkouts.site.key))
        }
        // The provider is asked after the commit: whatever happens meanwhile, a repetition finds the same checkout.
        guard let person = call.actor.person,
            let row = try await database.first(.current(of: person, for: bill, on: outing))
        else { throw CheckoutProblems.notAvailable }
        return .json(.created, try await checkouts.open(row).wire(checkouts.site.key))
    }

    func readCard(_ call: Call) async throws -> Response {
        let me = try call.oneself(.editRememberedCard).object
        let customer = try await database.first(.customer(of: me))
        return .json(
            .ok, RememberedCard(isRemembered: customer != nil, since: customer?.createdAt), etag: .content)
    }

    func removeCard(_ call: Call) async throws -> Response {
        let me = try call.oneself(.editRememberedCard).object
        return try await call.write(database) { transaction in
            try await transaction.execute(.removeCustomer(of: me))
            return .empty()
        }
    }
}

extension Schema {
    private static let minor = Schema.integer(0...1_000_000_000_000_000, 1_240)

    fileprivate static let checkout = Schema.named(
        "BillCheckout",
        .object(
            .field("id", .id), .field("state", .oneOf(BillCheckout.State.self)), .field("amountMinor", minor),
            .field("refundedMinor", minor, "What was paid back so far."), .field("currency", .string("EUR")),
            .field(
                "url", .string("https://checkout.stripe.com/c/pay/cs_1").orNull,
                "The provider's page; null unless it is open."),
            .field("expiresAt", .instant), .field("at", .instant)))

    fileprivate static let checkoutOverview = Schema.named(
        "CheckoutOverview",
        .object(
            .field(
                "payableMinor", minor.orNull,
                "What the caller can pay now; null if the bill cannot be paid online."),
            .field("currency", .string("EUR")),
            .field("hasCard", .boolean, "Whether the provider remembers a card of the caller."),
            .field("checkouts", .array(of: checkout), "The newest first.")))
}
