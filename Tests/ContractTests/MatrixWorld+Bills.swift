import Access
import Foundation
import NoonishAPI
import Postgres
import Synchronization

/// The ids of a bill, as a path names them.
struct MatrixBill {
    let id = BillID.make()
    let payment = BillPaymentID.make()
    let transfer = BillTransferID.make()

    var ids: [String: String] {
        [
            "bid": id.description, "version": "1", "payment": payment.description,
            "transfer": transfer.description, "kind": "account",
        ]
    }
}

/// The bills that there are, by who owes and who is owed. What changes one is asked in a world of its own.
final class MatrixBills: Sendable {
    private let known = Mutex<[[PersonID]: MatrixBill]>([:])

    subscript(debtor: PersonID, creditor: PersonID) -> MatrixBill? {
        get { known.withLock { $0[[debtor, creditor]] } }
        set { known.withLock { $0[[debtor, creditor]] = newValue } }
    }
}

extension MatrixWorld {
    /// A bill of the host's in which everyone on the list has a share, and of which nothing is paid.
    ///
    /// - Parameters:
    ///   - debtor: Who owes the creditor a transfer, and who made the payment.
    func bill(from debtor: PersonID, to creditor: PersonID) async throws -> MatrixBill {
        if let bill = knownBills[debtor, creditor] { return bill }
        let bill = MatrixBill()
        let outing = OutingID(outing)
        let people =
            [id(of: .host), id(of: .cohost), id(of: .invitee)] + [PersonID(guestPerson)].compactMap { $0 }
        try await program.database.transaction { transaction in
            for command in [
                Command(
                    "test.bill",
                    "INSERT INTO bill (outing_id, id, currency) VALUES (\(outing), \(bill.id), 'EUR')"),
                Command(
                    "test.bill_version",
                    """
                    INSERT INTO bill_version (outing_id, bill_id, version, made_by, total_minor, checksum)
                    VALUES (\(outing), \(bill.id), 1, \(id(of: .host)), 900, sha256('bill'))
                    """),
                Command(
                    "test.bill_charge",
                    """
                    INSERT INTO bill_charge (outing_id, bill_id, version, number, kind, basis, amount_minor)
                    VALUES (\(outing), \(bill.id), 1, 1, 'items', 'own', 900)
                    """),
                Command(
                    "test.bill_share",
                    """
                    INSERT INTO bill_share (outing_id, bill_id, version, number, position, person_id, amount_minor, weight)
                    SELECT \(outing), \(bill.id), 1, 1, position, person, CASE position WHEN 1 THEN 900 ELSE 0 END, 1
                      FROM unnest(\(people)) WITH ORDINALITY AS given (person, position)
                    """),
                Command(
                    "test.bill_payment",
                    """
                    INSERT INTO bill_payment (outing_id, bill_id, id, person_id, amount_minor, method)
                    VALUES (\(outing), \(bill.id), \(bill.payment), \(id(of: .host)), 100, 'cash')
                    """),
                Command(
                    "test.bill_transfer",
                    """
                    INSERT INTO bill_transfer (outing_id, bill_id, id, version, debtor_id, creditor_id, amount_minor, code)
                    VALUES (\(outing), \(bill.id), \(bill.transfer), 1, \(debtor), \(creditor), 100, 'K7QX2')
                    """),
            ] {
                try await transaction.execute(command)
            }
        }
        knownBills[debtor, creditor] = bill
        return bill
    }

    /// A transfer of the caller's, or of others' where they are not on the list.
    ///
    /// - Parameter asCreditor: Whether the caller is the creditor, or the debtor.
    func transferBill(for actor: MatrixActor, asCreditor: Bool) async throws -> MatrixBill {
        let one =
            switch actor {
            case .guest: PersonID(guestPerson) ?? id(of: .invitee)
            case .invitee, .cohost, .host: id(of: actor)
            default: id(of: .invitee)
            }
        let other = actor == .host ? id(of: .cohost) : id(of: .host)
        return asCreditor ? try await bill(from: other, to: one) : try await bill(from: one, to: other)
    }

    /// The pages of links, with a transfer that the guest owes the host.
    func transferPages() async throws -> [MatrixObject] {
        let bill = try await transferBill(for: .guest, asCreditor: false)
        return personalTokens(as: .oneself).map { page in
            MatrixObject(
                kind: page.kind, ids: page.ids.merging(bill.ids) { $1 }, relation: page.relation,
                done: page.done)
        }
    }
}
