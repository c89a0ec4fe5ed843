package import Access
import Accounts
import Foundation
import HTTPKit
import HTTPTypes
import Hummingbird
import Initializers
import NoonishAPI
import OpenAPI
import People
package import Postgres

/// How the caller wants to be paid back. Values are sealed, shown masked, and in full to debtors of open transfers alone.
@MemberwiseInit
package struct PayoutRoutes: RouteGroup {
    let database: PostgresClient
    let links: [OperatorLink]

    package static let definitions: [RouteDefinition<Self>] = [
        RouteDefinition(
            .listPayoutMethods, .editPayoutMethods, scope: .member, "List how the caller wants to be paid",
            "Masked.", answers: [.ok(.page(of: .payoutMethod), "All of them, on one page", isTagged: true)],
            handler: list),
        RouteDefinition(
            .replacePayoutMethod, .editPayoutMethods, scope: .member, "Set a way to be paid",
            "Stored encrypted. Only people who owe the caller a transfer see it. Needs a recent sign-in.",
            parameters: [.payoutKind],
            body: .json(.payoutDetails), answers: [.ok(.page(of: .payoutMethod), "All of them")],
            problems: [.signInAgain, .faults("malformed_payout", "unknown_link")], handler: replace),
        RouteDefinition(
            .listPaymentLinks, .editPayoutMethods, scope: .member, "List the operator's links for payments",
            "The `id` of one is the `label` of a way to be paid of the kind `link`.",
            answers: [.ok(.page(of: .paymentLink), "All of them, on one page", isTagged: true)],
            handler: listLinks),
        RouteDefinition(
            .removePayoutMethod, .editPayoutMethods, scope: .member, "Remove a way to be paid",
            parameters: [.payoutKind], answers: [.done("Removed")], handler: remove),
    ]

    func list(_ call: Call) async throws -> Response {
        let me = try call.oneself(.editPayoutMethods).object
        let items = try await database.transaction { transaction in
            try await transaction.payoutMethods(of: me)
        }
        return .json(.ok, Page(items: items), etag: .content)
    }

    func listLinks(_ call: Call) async throws -> Response {
        _ = try call.oneself(.editPayoutMethods)
        return .json(.ok, Page(items: links.map(\.wire)), etag: .content)
    }

    func replace(_ call: Call) async throws -> Response {
        let me = try call.oneself(.editPayoutMethods).object
        let kind = try kind(call)
        try await call.requireRecentSignIn(database)
        let details = try PayoutDetails(await call.body(), kind: kind, links: links)
        let sealed = try details.sealed(call.site.key, of: me, kind: kind)
        return try await call.write(database) { transaction in
            try await transaction.restrictRowAccess(to: me)
            try await transaction.execute(.set(kind, sealed, masked: details.masked(kind), of: me))
            return .json(.ok, Page(items: try await transaction.payoutMethods(of: me)))
        }
    }

    func remove(_ call: Call) async throws -> Response {
        let me = try call.oneself(.editPayoutMethods).object
        let kind = try kind(call)
        return try await call.write(database) { transaction in
            try await transaction.restrictRowAccess(to: me)
            try await transaction.execute(.removePayoutMethod(kind, of: me))
            return .empty()
        }
    }

    private func kind(_ call: Call) throws -> PayoutMethodSummary.Kind {
        guard let kind = PayoutMethodSummary.Kind(rawValue: try call.text("kind")) else {
            throw Problem.notFound
        }
        return kind
    }
}

extension Transaction {
    fileprivate func payoutMethods(of person: PersonID) async throws -> [PayoutMethodSummary] {
        try await restrictRowAccess(to: person)
        return try await all(.payoutMethods(of: person))
    }
}

extension Query where Row == PayoutMethodSummary {
    fileprivate static func payoutMethods(of person: PersonID) -> Self {
        Query(
            "bills.list_payout_methods",
            """
            SELECT m.kind, m.masked, m.updated_at
              FROM payout_method AS m
             WHERE m.person_id = \(person)
             ORDER BY m.kind
            """
        ) { row throws(PostgresError) in
            PayoutMethodSummary(kind: try row.next(), masked: try row.next(), updatedAt: try row.next())
        }
    }
}

extension Command {
    fileprivate static func set(
        _ kind: PayoutMethodSummary.Kind, _ sealed: [UInt8], masked: String, of person: PersonID
    ) -> Self {
        Command(
            "bills.set_payout_method",
            """
            INSERT INTO payout_method (person_id, kind, sealed, masked)
            VALUES (\(person), \(kind.rawValue), \(sealed), \(masked))
                ON CONFLICT (person_id, kind) DO UPDATE
               SET sealed = excluded.sealed, masked = excluded.masked, updated_at = now()
            """)
    }

    fileprivate static func removePayoutMethod(_ kind: PayoutMethodSummary.Kind, of person: PersonID) -> Self
    {
        Command(
            "bills.delete_payout_method",
            "DELETE FROM payout_method WHERE person_id = \(person) AND kind = \(kind.rawValue)")
    }
}

extension Parameter {
    fileprivate static let payoutKind = Parameter.path(
        "kind", .oneOf(PayoutMethodSummary.Kind.self), "The kind of account.")
}

extension Schema {
    fileprivate static let payoutMethod = Schema.named(
        "PayoutMethodSummary",
        .object(
            .field("kind", .oneOf(PayoutMethodSummary.Kind.self)),
            .field("masked", .string("FI •••• 0785")), .field("updatedAt", .instant)))

    fileprivate static let paymentLink = Schema.named(
        "PaymentLink",
        .object(
            .field("id", .string("mobilepay")), .field("label", .string("MobilePay")),
            .field("currencies", .array(of: .string("EUR")))))

    fileprivate static let payoutDetails = Schema.object(
        .field("value", payoutText("FI21 1234 5600 0007 85"), "The number, address, key or name."),
        .optional("name", payoutText("Leila Virtanen").orNull, "Of the account's owner."),
        .optional("city", payoutText("Recife").orNull, "For Pix."),
        .optional(
            "label", payoutText("MobilePay").orNull,
            "The app, for other ways; the `id` of an operator's link."),
        .optional(
            "address",
            Schema.object(
                .optional("street", payoutText("Bahnhofstrasse").orNull),
                .optional("houseNumber", payoutText("1").orNull), .field("postcode", payoutText("8001")),
                .field("town", payoutText("Zürich")), .field("country", .text(2...2, "CH"))
            ).orNull, "For Swiss QR codes."))

    private static func payoutText(_ example: String) -> Schema { .text(BillLimits.payoutText, example) }
}
