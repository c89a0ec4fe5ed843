package import Access
import Accounts
import Foundation
import Initializers
import Journal
package import NoonishAPI
package import Postgres
package import Privacy

/// Merges a guest into a member once it is proved that they are the same person: by the address at which the
/// guest was invited, or by the personal link and the member's confirmation.
///
/// All of it happens in one transaction. Of two answers to one outing the later counts; every row that
/// referred to the guest then refers to the member; each outing's history records the merge; links that were
/// sent to either remain valid.
@MemberwiseInit
package struct GuestMerger: GuestClaims {
    let record: OutingRecord
    /// The references of all features.
    let references: [PersonReference]

    /// Merges all guests who were invited at `address` into a member. Guests whose inviter and the member
    /// have blocked each other are left out.
    @discardableResult
    package func claim(
        _ address: String, for member: PersonID, in transaction: Transaction
    ) async throws -> [String] {
        let guests = try await transaction.all(.guests(at: address, for: member))
        for guest in guests {
            try await merge(GuestAndMember(guest: guest.person, member: member), in: transaction)
        }
        return guests.map(\.name).filter { $0 != Invitee.guestName }
    }

    /// Merges the guests who were invited at addresses of a member since the member signed in. Called before a
    /// signed-in member reads what they are invited to.
    ///
    /// The invitation itself changes nothing for the member, so that no host can find out which addresses have an
    /// account.
    private func claimNew(for member: PersonID, in database: PostgresClient) async throws {
        for address in try await database.all(.addressesWithGuests(of: member)) {
            _ = try await database.transaction { try await claim(address, for: member, in: $0) }
        }
    }

    /// Reads what a member lists, after merging the guests of ``claimNew(for:in:)``. If there are none, as usual, the
    /// statement of the query finds that out.
    package static func all<Row>(
        _ query: Query<Row>, for call: Call, merging: GuestMerger?, in database: PostgresClient
    ) async throws -> [Row] {
        guard let merging else { return try await call.all(query, from: database) }
        if let checked = try await call.all(query, finding: .callerHasGuests, from: database), !checked.isMet
        {
            return checked.rows
        }
        try await merging.claimNew(for: call.person, in: database)
        return try await database.all(query)
    }

    /// Merges one guest. Outings are locked before people, as everywhere. Does nothing if the guest was
    /// merged already.
    func merge(_ pair: GuestAndMember, in transaction: Transaction) async throws {
        let outings = try await transaction.all(.outings(of: pair.guest))
        for outing in outings { try await transaction.execute(.lock(outing)) }
        try await transaction.execute(.revokeInboxLeases(of: pair.guest))
        guard try await transaction.all(.lockPeople(pair)).count == 2 else { return }
        var news: [(outing: OutingID, changes: [Change])] = []
        for outing in outings {
            if let changes = try await mergeAnswers(pair, of: outing, in: transaction) {
                news.append((outing, changes))
            }
        }
        for command in Command.transferInvitations(pair) + Command.transferWatches(pair) {
            try await transaction.execute(command)
        }
        for reference in references {
            if case .passes(let statement) = reference.mergeRule {
                try await transaction.execute(statement(pair))
            }
        }
        try await transaction.execute(.transferHistory(pair, of: outings))
        try await transaction.execute(.copyProfile(pair))
        try await transaction.execute(.removeGuest(pair.guest))
        for (outing, changes) in news {
            _ = try await record.record(changes, of: outing, by: pair.member, in: transaction)
            // If both had answered, one answer was deleted, which may have freed seats.
            try await WaitlistEdits(record: record).advance(outing, in: transaction)
        }
    }

    /// Merges the answers to one outing.
    ///
    /// - Returns: The changes for the history; `nil` if the guest is not on the list.
    private func mergeAnswers(
        _ pair: GuestAndMember, of outing: OutingID, in transaction: Transaction
    ) async throws -> [Change]? {
        guard let theirs = try await transaction.first(.attendee(pair.guest, of: outing)) else { return nil }
        guard let own = try await transaction.first(.attendee(pair.member, of: outing)) else {
            try await transaction.execute(.transferAttendance(pair, of: outing))
            return [.claim(pair.member)]
        }
        // One answer is removed first, so that no seat is counted twice.
        let isTheirs = (theirs.respondedAt ?? .distantPast) > (own.respondedAt ?? .distantPast)
        let answer = isTheirs ? theirs.answer.with(own.answer.role) : own.answer
        let said = isTheirs ? own.answer : theirs.answer.with(own.answer.role)
        if isTheirs {
            try await transaction.execute(.removeAttendance(of: pair.member, from: outing))
            try await transaction.execute(.transferAttendance(pair, of: outing))
            try await transaction.execute(.setRole(own.answer.role, of: pair.member, in: outing))
        } else {
            try await transaction.execute(.removeAttendance(of: pair.guest, from: outing))
        }
        return [.claim(pair.member)]
            + (said == answer ? [] : [.attendee(pair.member, from: said, to: answer)])
    }
}
