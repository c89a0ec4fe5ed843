package import Access
package import Foundation
import HTTPKit
package import NoonishAPI
package import Postgres

// Answers from calendars, which follow the same rules as all other answers.

extension AttendanceEdits {
    /// Records an answer of `actor`.
    ///
    /// - Parameters:
    ///   - note: `nil` keeps the existing note.
    ///   - at: When the person answered; an answer older than the stored one is refused.
    package func answer(
        _ id: OutingID, _ status: AttendanceStatus, note: String?, at: Date, by actor: Actor,
        in transaction: Transaction
    ) async throws {
        let input = AnswerInput(
            status: status, partySize: nil, note: note.map { .value($0) } ?? .absent, answeredAt: at)
        try await answer(id, input, by: actor, in: transaction)
    }
}
