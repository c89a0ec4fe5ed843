import Accounts
import Foundation
package import NoonishAPI

// Conversion of rows for the API: what a reader may see of an outing and of the people on its list.

extension OutingRow {
    package var wire: Outing {
        var outing = Outing(
            id: id, revision: rev, version: version, title: state.title, state: stage,
            startsAt: state.time?.startsAt.text, endsAt: state.time?.endsAt?.text, timeZone: state.zone,
            restaurant: state.place.flatMap(OutingRestaurant.init), place: placeText,
            respondBy: deadlineText, host: Person(id: host, name: hostName),
            cohosts: cohosts, myAttendance: mine?.wire(for: mine?.person, whenWhereRev: whenWhereRev),
            counts: counts, cancelReason: state.cancellation?.reason, createdAt: createdAt,
            updatedAt: updatedAt)
        for field in OutingState.plainFields { field.present(state, in: &outing) }
        outing.series = series
        outing.free = state.capacity.map { max(0, $0 - counts.seats - held) }
        return outing
    }

    private var placeText: String? {
        guard let place = state.place, place.restaurant == nil else { return nil }
        return place.name
    }

    package var deadlineText: String? {
        guard let deadline = state.deadline else { return nil }
        return ZonedTime(deadline, in: TimeZone(identifier: state.zone) ?? .gmt).text
    }
}

extension OutingRestaurant {
    init?(_ place: OutingPlace) {
        guard let id = place.restaurant else { return nil }
        self.init(
            id: id, name: place.name, address: place.address, phone: place.phone, website: place.website,
            location: place.location, attribution: place.attribution)
    }
}

extension AttendanceRow.Waiting {
    fileprivate var wire: Attendance.Waiting {
        Attendance.Waiting(place: place, offerEndsAt: offerEndsAt, hasMissed: hasMissed)
    }
}

extension [AttendanceRow] {
    /// The rows with the waitlisted people, among themselves, in the order of the queue.
    var inWaitingOrder: [AttendanceRow] {
        let queue = filter { $0.waiting != nil }.sorted {
            ($0.waiting?.place ?? 0) < ($1.waiting?.place ?? 0)
        }
        var next = queue.makeIterator()
        return map { $0.waiting == nil ? $0 : next.next() ?? $0 }
    }
}

extension AttendanceRow {
    /// Returns the attendance as `reader` may see it: an address is visible only to the person who entered
    /// it, the note of an answer to hosts and its author.
    package func wire(for reader: PersonID?, readerIsHost: Bool = false, whenWhereRev: Int) -> Attendance {
        var attendance = Attendance(
            id: id,
            person: Person(
                id: person, name: displayName(to: reader, isHost: readerIsHost) ?? name,
                picture: Person.picture(of: person, tag: pictureTag)),
            role: answer.role, status: answer.status,
            partySize: answer.partySize, note: readerIsHost || reader == person ? note : nil,
            respondedAt: respondedAt, changedSince: changedSince(whenWhereRev), setByHost: setByHost,
            invitation: invitation.map { asked in
                InvitationSummary(
                    id: asked.id, channel: asked.channel, state: asked.state,
                    address: asked.invitedBy == reader ? asked.address : nil)
            })
        if readerIsHost || reader == person { attendance.waiting = waiting?.wire }
        if readerIsHost { attendance.reach = reach }
        if displayName(to: reader, isHost: readerIsHost) == nil { attendance.isUnnamed = true }
        return attendance
    }

    /// Returns the name to show; `nil` for a guest without a name.
    func displayName(to reader: PersonID?, isHost: Bool) -> String? {
        guard name == Invitee.guestName else { return name }
        guard let invitation, let address = invitation.address else { return nil }
        return UnnamedGuest.name(
            at: address, enteredBy: invitation.invitedBy, to: reader, isHost: isHost)
    }

    /// Returns whether the person's positive, tentative or waitlisted answer was for an earlier time or
    /// place.
    package func changedSince(_ whenWhereRev: Int) -> Bool {
        guard answer.role == .invitee, [.attending, .maybe, .waitlisted].contains(answer.status) else {
            return false
        }
        return respondedRev.map { $0 < whenWhereRev } ?? false
    }
}
