import Access
import Foundation
import HTTPKit
import NoonishAPI
import OpeningHours
import Outings
import Postgres

// Edits of the people in a series. Each edit is also applied to the series' existing outings.

extension SeriesEdits {
    /// Adds people to a series and invites them to its outings that have not started. People who are already
    /// in the series are not changed.
    func invite(
        _ input: InviteInput, to id: SeriesID, by actor: Actor, in transaction: Transaction
    ) async throws {
        let series = try await open(id, actor, .editSeries, in: transaction)
        let known = Set(try await transaction.all(.people(of: [id])).map(\.person.id))
        let knownAddresses = Set(try await transaction.all(.invitees(of: [id])).map(\.address))
        var (people, addresses) = try await outings.invitations.people(
            in: input, by: series.host.id, in: transaction)
        people.removeAll { known.contains($0) }
        addresses.removeAll { knownAddresses.contains($0.address) }
        guard !people.isEmpty || !addresses.isEmpty else { return }
        let addressCount = knownAddresses.count + addresses.count
        let count = known.count + people.count + addressCount
        guard count <= SeriesLimits.people else { throw OutingProblems.tooManyInvitees(count) }
        guard addressCount <= SeriesLimits.addresses else { throw SeriesProblems.tooManyAddresses }
        try await transaction.execute(.add(people, to: id))
        try await transaction.execute(.add(addresses, to: id, by: series.host.id))
        // Each outing counts separately.
        let made = try await transaction.all(.made(for: [id]))
        for outing in try await lockUnstarted(made, actor, in: transaction)
        where outing.state.cancellation == nil {
            try await outings.quiet.invitations.invite(
                InviteInput(people: people, emails: addresses), to: outing.id, by: actor, in: transaction)
        }
    }

    /// Removes a person from a series and from its outings that are not over. People may remove themselves,
    /// and hosts may remove others. The person is not invited to later outings.
    func remove(
        _ person: PersonID, from id: SeriesID, by actor: Actor, in transaction: Transaction
    ) async throws {
        let isOneself = person == actor.person
        let series = try await open(id, actor, isOneself ? .leaveSeries : .editSeries, in: transaction)
        guard person != series.host.id else { throw SeriesProblems.hostRequired }
        guard try await transaction.execute(.remove(person, from: id)) == 1 else { throw Denial.notFound }
        for made in try await transaction.all(.made(for: [id])) {
            guard let outing = try await lockUnfinished(made.outing, for: actor, in: transaction),
                isOneself || [.host, .cohost].contains(outing.relation(of: actor))
            else { continue }
            try await drop(person, from: outing, by: actor, in: transaction)
        }
    }

    /// Stops inviting an address, and removes its owner, as a guest or as a member, from the outings that are not over.
    func remove(
        _ invitee: SeriesInviteeID, from id: SeriesID, by actor: Actor, in transaction: Transaction
    ) async throws {
        _ = try await open(id, actor, .editSeries, in: transaction)
        guard let address = try await transaction.first(.removeInvitee(invitee, from: id)) else {
            throw Denial.notFound
        }
        for made in try await transaction.all(.made(for: [id])) {
            guard let outing = try await lockUnfinished(made.outing, for: actor, in: transaction),
                [.host, .cohost].contains(outing.relation(of: actor)),
                let person = try await transaction.first(.person(invitedAt: address, to: outing.id))
            else { continue }
            try await drop(person, from: outing, by: actor, in: transaction)
        }
    }

    private func drop(
        _ person: PersonID, from outing: OutingRow, by actor: Actor, in transaction: Transaction
    ) async throws {
        guard let row = try await transaction.first(.attendee(person, of: outing.id)),
            row.answer.role != .host
        else { return }
        // People who were never notified of the outing need no farewell.
        let isHeld = try await transaction.one(.isDeferred(outing.id))
        try await answers.quiet.remove(person, from: outing.id, by: actor, in: transaction)
        if isHeld { try await transaction.execute(.endWatches(of: outing.id, person, farewell: false)) }
    }

    /// Sets a person's standing answer: to attend every outing, or to be invited to each. Answers already
    /// given stay as they are.
    func setStandingAnswer(
        _ input: StandingAnswerInput, in id: SeriesID, by actor: Actor, in transaction: Transaction
    ) async throws {
        let series = try await open(id, actor, .answerSeries, in: transaction)
        guard let person = actor.person, let mine = series.mine else { throw SeriesProblems.hostRequired }
        let partySize = input.partySize ?? mine.partySize
        try await transaction.execute(
            .setStandingAnswer(person, in: id, comes: input.comes, partySize: partySize))
        guard input.comes else { return }
        for made in try await transaction.all(.made(for: [id])) {
            guard let outing = try await lockUnfinished(made.outing, for: actor, in: transaction),
                outing.state.cancellation == nil, outing.mine?.answer.status == .invited,
                outing.state.deadline.map({ $0 > outing.now }) ?? true
            else { continue }
            // Joining the waitlist takes a free seat if there is one.
            let answer = AnswerInput(status: .waitlisted, partySize: partySize, note: .absent)
            try await answers.quiet.answer(outing.id, answer, by: actor, in: transaction)
        }
    }

    /// Transfers a series, with its outings that are not over, to a person in it. The previous host then
    /// attends every outing.
    func transfer(_ id: SeriesID, to person: PersonID, by actor: Actor, in transaction: Transaction)
        async throws
    {
        let series = try await open(id, actor, .editSeries, in: transaction)
        guard person != series.host.id else { return }
        guard try await transaction.all(.people(of: [id])).contains(where: { $0.person.id == person }) else {
            throw SeriesProblems.notInSeries
        }
        guard try await transaction.one(.countSeries(of: person)) < SeriesLimits.seriesPerHost else {
            throw SeriesProblems.tooMany
        }
        for made in try await transaction.all(.made(for: [id])) {
            guard let outing = try await lockHosted(made.outing, actor, in: transaction),
                outing.relation == .host,
                !outing.isOver, try await transaction.first(.attendee(person, of: outing.id)) != nil
            else { continue }
            try await hosts.quiet.transfer(outing.id, to: person, by: actor, in: transaction)
        }
        try await transaction.execute(.handOver(id, from: series.host.id, to: person))
        try await transaction.audit(AuditLine(.roleChanged, "series:\(id)", by: actor.person))
    }

    private func lockUnfinished(
        _ id: OutingID, for actor: Actor, in transaction: Transaction
    ) async throws -> OutingRow? {
        guard let outing = try await transaction.locked(id, for: actor.person), !outing.isOver
        else { return nil }
        return outing
    }
}
