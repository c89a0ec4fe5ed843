import Foundation
import Journal
import NoonishAPI
import Outings

extension Notice {
    /// How long this waits for the end of the reader's quiet hours; `nil` when it can be sent now.
    ///
    /// Sent at once, unless the reader chose never to be woken:
    /// - an invitation, a cancellation, a new time, a new place, or seats for the reader, if the outing starts less than
    ///   two hours after the quiet hours end;
    /// - an offer of seats that would last less than ``OutingLimits/offerLife`` after the quiet hours end.
    package var quietFor: Duration? {
        let now = row.outing.now
        guard let end = row.quietHours?.end(at: now, in: zone) else { return nil }
        if row.wantsUrgent, isUrgent(before: end + NewsLimits.urgentAfterQuiet) || hasShortOffer(after: end) {
            return nil
        }
        return .seconds(end.timeIntervalSince(now))
    }

    private func isUrgent(before limit: Date) -> Bool {
        let isWeighty =
            isInvitation
            || changes.contains { change in
                change.kind.endsOuting || change.kind.invalidatesAnswers || isOwnSeat(change)
            }
        guard isWeighty else { return false }
        var starts = [row.outing.state.time?.startsAt.instant]
        for change in changes { starts.append(change.as(TimeChange.self)?.old?.startsAt.instant) }
        return starts.compactMap(\.self).contains { $0 < limit && $0 > row.outing.now }
    }

    /// Whether the reader, who was waiting, has seats now.
    private func isOwnSeat(_ change: Change) -> Bool {
        guard let own = change.as(AttendeeChange.self), own.attendee == person else { return false }
        return own.old?.status == .waitlisted && own.new?.status == .attending
    }

    private func hasShortOffer(after quietEnd: Date) -> Bool {
        changes.contains { change in
            change.as(SeatOfferChange.self)?.new.map { $0 < quietEnd + OutingLimits.offerLife } ?? false
        }
    }
}
