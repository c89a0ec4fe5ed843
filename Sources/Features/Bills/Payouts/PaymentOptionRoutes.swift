package import Access
import Accounts
import Foundation
import HTTPKit
import HTTPTypes
import Hummingbird
import Initializers
import Money
import NoonishAPI
import OpenAPI
import Outings
import PayCodes
package import Postgres
import QRCodes

/// The ways to pay a transfer: fields to copy, links, and QR codes that the debtor's bank reads.
@MemberwiseInit
package struct PaymentOptionRoutes: RouteGroup {
    let database: PostgresClient
    let links: [OperatorLink]

    package static let definitions: [RouteDefinition<Self>] = [
        RouteDefinition(
            .listPaymentOptions, .readPaymentOptions, scope: .guest, "List the ways to pay a transfer",
            "By its debtor, while it is open. Empty if the creditor has entered none: ask them.",
            answers: [.ok(.page(of: .paymentOption), "All of them, on one page")], problems: [.forbidden],
            handler: list),
        RouteDefinition(
            .readPaymentCode, .readPaymentOptions, scope: .guest, "Read a QR code for a transfer",
            parameters: [
                .path(
                    "kind", .words(["epc", "swiss", "upi", "pix", "payPal", "link"]),
                    "The `kind` of an option.")
            ], answers: [.text(QRCodePicture.mediaType, "An SVG picture, dark on light", example: "<svg/>")],
            problems: [.forbidden], handler: code),
    ]

    func list(_ call: Call) async throws -> Response {
        let path = call.request.uri.path
        let items = try await options(call).map { option in
            TransferPaymentOption(
                kind: option.kind.rawValue, label: option.label, url: option.url,
                qrCode: option.qrCode.map { _ in "\(path)/\(option.kind.rawValue)/qr.svg" },
                fields: option.fields.map { .init(label: $0.label.rawValue, text: $0.text) })
        }
        return .json(.ok, Page(items: items))
    }

    func code(_ call: Call) async throws -> Response {
        let kind = try call.text("kind")
        guard let option = try await options(call).first(where: { $0.kind.rawValue == kind }),
            let text = option.qrCode,
            let code = try? QRCode(
                Array(text.utf8), largestVersion: option.kind == .epc ? EPCPayment.largestVersion : 40)
        else { throw Problem.notFound }
        return .picture(of: code, emblem: option.kind == .swiss ? .swissCross : nil)
    }

    /// The options of the transfer in the path, for its debtor alone.
    private func options(_ call: Call) async throws -> [PaymentOption] {
        let id: BillTransferID = try call.id("transfer")
        guard let outing = try await database.first(.outing(call.id("id"), for: call.actor.person)),
            let bill = try await database.first(.bill(call.id("bid"), of: outing.id)),
            let transfer = try await database.first(.transfer(id, of: bill.id, on: outing.id))
        else { throw Denial.notFound }
        let person = try call.person
        let relation = try await database.relation(of: call.actor, to: bill, on: outing)
        _ = try decide(call.actor, .readBill, bill.id, as: relation)
        _ = try decide(
            call.actor, .readPaymentOptions, id,
            as: transfer.debtor.id == person ? .oneself : relation == .oneself ? .invitee : relation)
        let reference = try PaymentReference(title: outing.state.title, code: transfer.code)
        let amount = Money(Int64(transfer.amount), bill.money)
        let sealed = try await database.all(
            .payoutMethods(for: transfer, of: bill, to: person))
        return sealed.compactMap { row in
            PayoutMethodSummary.Kind(rawValue: row.kind).flatMap { kind in
                PayoutDetails(sealed: row.sealed, call.site.key, of: transfer.creditor.id, kind: kind)?
                    .method(kind, links)?.option(for: amount, reference: reference)
            }
        }
    }
}

/// A creditor's way to be paid, as it is stored.
@Row
struct SealedPayoutRow: PostgresRow {
    let kind: String
    let sealed: [UInt8]
}

extension Query where Row == SealedPayoutRow {
    /// Returns nothing unless `reader` is the debtor and the transfer is open.
    fileprivate static func payoutMethods(
        for transfer: BillTransferRow, of bill: BillRow, to reader: PersonID
    ) -> Self {
        Query(
            "bills.read_creditor_methods",
            """
            SELECT m.kind, m.sealed
              FROM payout_methods_of(\(bill.outing), \(bill.id), \(transfer.id), \(reader)) AS m
            """)
    }
}

extension Schema {
    fileprivate static let paymentOption = Schema.named(
        "TransferPaymentOption",
        .object(
            .field(
                "kind", .words(["epc", "swiss", "account", "upi", "pix", "payPal", "link", "other"]),
                "What the code or link is of."),
            .field("label", .string("MobilePay").orNull), .field("url", .string("upi://pay").orNull),
            .field(
                "qrCode", .string("/v1/outings/…/options/epc/qr.svg").orNull, "The path of an SVG picture."),
            .field(
                "fields",
                .array(
                    of: .object(
                        .field(
                            "label",
                            .words([
                                "name", "account", "address", "key", "value", "amount", "reference", "code",
                            ])), .field("text", .string("FI21 1234 5600 0007 85")))), "Values to copy.")))
}
