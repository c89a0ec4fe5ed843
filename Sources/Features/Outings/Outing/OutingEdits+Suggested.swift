package import NoonishAPI
package import Postgres

extension OutingEdits {
    /// Invites one more person, by the same path as an invitation of `host`'s own, to an outing whose row lock the caller
    /// holds; who is on the list already is left as they are.
    ///
    /// - Parameters:
    ///   - voucher: Who suggested them: their friends and companions may be asked like the host's own.
    ///   - others: Changes that belong to the same revision.
    package func invite(
        person: PersonID?, email: String?, to outing: OutingRow, by host: PersonID,
        vouchedBy voucher: PersonID, with others: [OutingChange], in transaction: Transaction
    ) async throws {
        var input = InviteInput()
        input.people = person.map { [$0] } ?? []
        input.emails = email.map { [$0] } ?? []
        let changes = try await invitations.add(
            input, to: outing.id, by: host, vouchedBy: voucher, nextRev: outing.rev + 1, in: transaction)
        _ = try await record.record(changes + others, of: outing.id, by: host, in: transaction)
    }
}
