package import Access
package import Foundation
internal import HTTPKit
package import NoonishAPI
package import Postgres

// What people answer from their calendars, by the same rules as what they answer here.

extension AttendanceEdits {
    /// Records an answer of `actor`.
    ///
    /// - Parameters:
    ///   - note: Nil leaves the one that is there.
    ///   - at: When they answered; an answer older than the stored one is refused.
    package func answer(
        _ id: OutingID, _ status: AttendanceStatus, note: String?, at: Date, by actor: Actor,
        in transaction: Transaction
    ) async throws {
        let input = AnswerInput(
            status: status, partySize: nil, note: note.map { .value($0) } ?? .absent, answeredAt: at)
        try await answer(id, input, by: actor, in: transaction)
    }

    /// Tells the hosts that `actor` would like another time. Nothing else changes: not the time, not their answer.
    package func wish(
        _ id: OutingID, starts: Date, ends: Date?, by actor: Actor, in transaction: Transaction
    ) async throws {
        let (outing, _) = try await OutingEdits.open(id, actor, .answer, in: transaction)
        guard outing.stage != .cancelled else { throw OutingProblems.cancelled }
        guard !outing.isOver else { throw OutingProblems.answersClosed }
        guard let person = actor.person, let zone = TimeZone(identifier: outing.state.zone) else {
            throw Denial.notFound
        }
        let time = OutingTime(
            startsAt: ZonedTime(starts, in: zone), endsAt: ends.map { ZonedTime($0, in: zone) })
        guard starts > outing.now, time.startsAt.instant != outing.state.time?.startsAt.instant else {
            return
        }
        _ = try await record.record([.timeWished(person, time)], of: id, by: person, in: transaction)
    }
}
