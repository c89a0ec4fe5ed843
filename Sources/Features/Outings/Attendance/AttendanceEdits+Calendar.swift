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
}
