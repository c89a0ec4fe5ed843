import HTTPKit
package import Journal
package import NoonishAPI
package import Postgres

extension OutingEdits {
    /// Invites one more person in the name of `host` to an outing whose row lock the caller holds. A person
    /// who is on the list already is unchanged.
    ///
    /// - Parameters:
    ///   - voucher: The person who suggested them; the voucher's friends and companions may be invited like
    ///     the host's own.
    ///   - others: Changes that belong to the same revision.
    package func invite(
        person: PersonID?, email: String?, to outing: OutingRow, by host: PersonID,
        vouchedBy voucher: PersonID, with others: [Change], in transaction: Transaction
    ) async throws {
        var input = InviteInput()
        input.people = person.map { [$0] } ?? []
        input.emails = email.map { [NamedAddress(address: $0, name: nil)] } ?? []
        let changes = try await invitations.add(
            input, to: outing.id, by: host, vouchedBy: voucher, nextRev: outing.rev + 1, in: transaction)
        _ = try await record.record(changes + others, of: outing.id, by: host, in: transaction)
    }
}
