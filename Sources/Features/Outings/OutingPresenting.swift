internal import Foundation
package import NoonishAPI

// From row to wire: what a reader gets to see of an outing and of the people on its list.

extension OutingRow {
    package var wire: Outing {
        Outing(
            id: id, revision: rev, version: version, title: state.title, state: stage,
            startsAt: state.time?.startsAt.text, endsAt: state.time?.endsAt?.text, timeZone: state.zone,
            restaurant: state.place.flatMap(OutingRestaurant.init), place: placeInWords, note: state.note,
            capacity: state.capacity, respondBy: deadlineText, host: Person(id: host, name: hostName),
            cohosts: cohosts, myAttendance: mine?.wire(for: mine?.person, whenWhereRev: whenWhereRev),
            counts: counts, cancelReason: state.cancellation?.reason, createdAt: createdAt,
            updatedAt: updatedAt)
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

extension AttendanceRow {
    /// - Parameter reader: Who looks: an address is shown to whoever typed it, an answer's note to hosts and its author.
    package func wire(for reader: PersonID?, readerIsHost: Bool = false, whenWhereRev: Int) -> Attendance {
        Attendance(
            id: id, person: Person(id: person, name: shownName(to: reader)), role: answer.role,
            status: answer.status,
            partySize: answer.partySize, note: readerIsHost || reader == person ? note : nil,
            respondedAt: respondedAt, changedSince: changedSince(whenWhereRev), setByHost: setByHost,
            invitation: invitation.map { asked in
                InvitationSummary(
                    id: asked.id, channel: asked.channel, state: asked.state,
                    address: asked.invitedBy == reader ? asked.address : nil)
            })
    }

    /// A guest who has not said their name is, to whoever typed their address, that address; to others a guest.
    private func shownName(to reader: PersonID?) -> String {
        guard name == Invitee.guestName, let invitation, invitation.invitedBy == reader else { return name }
        return invitation.address ?? name
    }

    /// Whether somebody who comes, or might, answered to another time or place.
    package func changedSince(_ whenWhereRev: Int) -> Bool {
        guard answer.role == .invitee, answer.status == .attending || answer.status == .maybe else {
            return false
        }
        return respondedRev.map { $0 < whenWhereRev } ?? false
    }
}
