package import Foundation
package import JSON
package import Journal
import Localization
package import NoonishAPI

/// Seats are held for a person on the waiting list until a given time, or no longer held.
///
/// Not a ``Transition``: an offer that was made and missed before the person was notified of either is news, since
/// they wait for nothing until they ask again.
@StoredChange
package struct SeatOfferChange: ChangeKind {
    @JSONMember("person") let attendee: PersonID
    let old: Date?
    /// Until when the seats are held; `nil` once the offer has expired.
    package let new: Date?

    package static let names = ["seat_offered", "seat_offer_ended"]
    package static let isHistory = false
    package var name: String { new == nil ? "seat_offer_ended" : "seat_offered" }

    package var subject: ChangeSubject { ChangeSubject(Self.self, attendee.uuid) }
    package var person: PersonID? { attendee }
    package var audience: Audience { .hosts }
    package var rank: Int { 180 }
    package var expiresAt: Date? { new }
    package func isOutdated(by later: Change) -> Bool {
        later.is(CancellationChange.self) || later.subject == .attendee(attendee)
            || later.as(RequeueChange.self)?.attendee == attendee
    }
    package func isNews(
        to reader: NewsReader, as standing: Standing, among pending: [ChangeSubject: Change]
    ) -> Bool { attendee == reader.person }

    package func clause(in context: SentenceContext) -> String? {
        guard let new else { return context.say("change.seatOffer.ended") }
        return context.say("change.seatOffer.made", ["end": .words(context.moment(new))])
    }
}

extension Change {
    package static func seatOffer(_ attendee: PersonID, from old: Date?, to new: Date?) -> Change {
        Change(SeatOfferChange(attendee: attendee, old: old, new: new))
    }
}
