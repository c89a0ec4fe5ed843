import Access
import HTTPKit
import Hummingbird
import Initializers
import Money
import NoonishAPI
import Outings
import PayCodes
import Postgres
import QRCodes

/// The ways to pay a transfer, for its debtor alone.
@MemberwiseInit
struct TransferPaymentOptions {
    let database: any Database
    let key: SecretKey
    let links: [OperatorLink]

    /// - Throws: ``Denial`` unless `actor` is the debtor.
    func options(
        of id: BillTransferID, of bill: BillID, on outing: OutingRow, for actor: Actor
    ) async throws -> [PaymentOption] {
        guard let person = actor.person, let bill = try await database.first(.bill(bill, of: outing.id)),
            let transfer = try await database.first(.transfer(id, of: bill.id, on: outing.id))
        else { throw Denial.notFound }
        let relation = try await database.relation(of: actor, to: bill, on: outing)
        _ = try decide(actor, .readBill, bill.id, as: relation)
        _ = try decide(
            actor, .readPaymentOptions, id,
            as: transfer.debtor.id == person ? .oneself : relation == .oneself ? .invitee : relation)
        return try await options(for: transfer, of: bill, titled: outing.state.title)
    }

    /// Returns the ways to pay a transfer to its debtor. The caller has checked who reads them.
    func options(
        for transfer: BillTransferRow, of bill: BillRow, titled title: String
    ) async throws -> [PaymentOption] {
        let reference = try PaymentReference(title: title, code: transfer.code)
        let amount = Money(Int64(transfer.amount), bill.money)
        let sealed = try await database.all(.payoutMethods(for: transfer, of: bill, to: transfer.debtor.id))
        return sealed.compactMap { row in
            PayoutMethodSummary.Kind(rawValue: row.kind).flatMap { kind in
                PayoutDetails(sealed: row.sealed, key, of: transfer.creditor.id, kind: kind)?
                    .method(kind, links)?.option(for: amount, reference: reference)
            }
        }
    }
}

extension [PaymentOption] {
    /// Draws the QR code of an option.
    ///
    /// - Throws: 404 if there is none of this kind.
    func picture(ofKind kind: String) throws -> Response {
        guard let option = first(where: { $0.kind.rawValue == kind }), let text = option.qrCode,
            let code = try? QRCode(
                [UInt8](text.utf8), largestVersion: option.kind == .epc ? EPCPayment.largestVersion : 40)
        else { throw Problem.notFound }
        return .picture(of: code, emblem: option.kind == .swiss ? .swissCross : nil)
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
