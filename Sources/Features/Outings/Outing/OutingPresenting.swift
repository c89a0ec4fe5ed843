internal import Accounts
internal import Foundation
package import NoonishAPI

// From row to wire: what a reader gets to see of an outing and of the people on its list.

extension OutingRow {
    package var wire: Outing {
        var outing = Outing(
            id: id, revision: rev, version: version, title: state.title, state: stage,
            startsAt: state.time?.startsAt.text, endsAt: state.time?.endsAt?.text, timeZone: state.zone,
            restaurant: state.place.flatMap(OutingRestaurant.init), place: placeInWords, note: state.note,
            capacity: state.capacity, respondBy: deadlineText, host: Person(id: host, name: hostName),
            cohosts: cohosts, myAttendance: mine?.wire(for: mine?.person, whenWhereRev: whenWhereRev),
            counts: counts, cancelReason: state.cancellation?.reason, createdAt: createdAt,
            updatedAt: updatedAt)
        outing.series = series
        outing.free = state.capacity.map { max(0, $0 - counts.seats - held) }
        return outing
    }

    private var placeInWords: String? {
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
            latitude: place.latitude, longitude: place.longitude, attribution: place.attribution)
    }
}

extension AttendanceRow.Waiting {
    fileprivate var wire: Attendance.Waiting {
        Attendance.Waiting(place: place, offerEndsAt: offerEndsAt, hasMissed: hasMissed)
    }
}

extension [AttendanceRow] {
    /// Those who wait in the order of the queue; the others as they are.
    var inWaitingOrder: [AttendanceRow] {
        let queue = filter { $0.waiting != nil }.sorted {
            ($0.waiting?.place ?? 0) < ($1.waiting?.place ?? 0)
        }
        var next = queue.makeIterator()
        return map { $0.waiting == nil ? $0 : next.next() ?? $0 }
    }
}

extension AttendanceRow {
    /// - Parameter reader: Who looks: an address is shown to whoever typed it, an answer's note to hosts and its author.
    package func wire(for reader: PersonID?, readerIsHost: Bool = false, whenWhereRev: Int) -> Attendance {
        var attendance = Attendance(
            id: id,
            person: Person(
                id: person, name: shownName(to: reader), picture: Person.picture(of: person, tag: pictureTag)),
            role: answer.role, status: answer.status,
            partySize: answer.partySize, note: readerIsHost || reader == person ? note : nil,
            respondedAt: respondedAt, changedSince: changedSince(whenWhereRev), setByHost: setByHost,
            invitation: invitation.map { asked in
                InvitationSummary(
                    id: asked.id, channel: asked.channel, state: asked.state,
                    address: asked.invitedBy == reader ? asked.address : nil)
            })
        if readerIsHost || reader == person { attendance.waiting = waiting?.wire }
        return attendance
    }

    /// A guest who has not said their name is, to whoever typed their address, that address; to others a guest.
    private func shownName(to reader: PersonID?) -> String {
        guard name == Invitee.guestName, let invitation, invitation.invitedBy == reader else { return name }
        return invitation.address ?? name
    }

    /// Whether somebody who comes, or might, or waits to, answered to another time or place.
    package func changedSince(_ whenWhereRev: Int) -> Bool {
        guard answer.role == .invitee, [.attending, .maybe, .waitlisted].contains(answer.status) else {
            return false
        }
        return respondedRev.map { $0 < whenWhereRev } ?? false
    }
}
