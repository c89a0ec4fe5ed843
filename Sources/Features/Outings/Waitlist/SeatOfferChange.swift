package import Foundation
internal import JSON
package import Journal
internal import Localization
package import NoonishAPI

/// Seats are held for a person on the waiting list until a given time, or no longer held.
struct SeatOfferChange: Transition {
    let attendee: PersonID
    var old: Date?
    var new: Date?

    static let names = ["seat_offered", "seat_offer_ended"]
    static let isHistory = false
    var name: String { new == nil ? "seat_offer_ended" : "seat_offered" }

    init(_ attendee: PersonID, from old: Date?, to new: Date?) {
        self.attendee = attendee
        self.old = old
        self.new = new
    }

    init?(_ members: ChangeMembers) {
        guard let person = members.person else { return nil }
        self.init(person, from: Date(stored: members.previous), to: Date(stored: members.current))
    }

    func encodeMembers(to object: inout JSONWriter) {
        object.field("person", attendee)
        encodeValues(to: &object)
    }

    var subject: ChangeSubject { ChangeSubject(Self.self, attendee.uuid) }
    var person: PersonID? { attendee }
    var audience: Audience { .hosts }
    var rank: Int { 180 }
    func isOutdated(by later: Change) -> Bool {
        later.is(CancellationChange.self) || later.subject == .attendee(attendee)
    }
    func isNews(
        to reader: NewsReader, as standing: Standing, among pending: [ChangeSubject: Change]
    ) -> Bool { attendee == reader.person }

    func clause(in context: SentenceContext) -> String? {
        guard let new else { return context.say("change.seatOffer.ended") }
        return context.say("change.seatOffer.made", ["end": .words(context.moment(new))])
    }
}

extension Change {
    package static func seatOffer(_ attendee: PersonID, from old: Date?, to new: Date?) -> Change {
        Change(SeatOfferChange(attendee, from: old, to: new))
    }
}
