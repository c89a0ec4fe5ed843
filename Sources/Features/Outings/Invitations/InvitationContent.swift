import Access
package import NoonishAPI

/// The content of a personal or share link for its holder.
package struct InvitationContent: Sendable {
    package let outing: OutingRow
    package let kind: InvitationView.Kind
    /// Empty for a share link.
    package let attendees: [AttendanceRow]
    /// The address of the personal link; `nil` for a share link.
    package let url: String?
    /// Whether the chosen place is open at the chosen time; `nil` if there is no place or time to check.
    package let openThen: OpenStatus?
    /// Whether the personal link belongs to a guest.
    let isGuest: Bool
    /// The name of a guest of another date of the series, who opened a share link.
    var guestName: String?

    /// Returns whether a signed-in member may claim the guest of this link as themselves.
    func isClaimable(by person: PersonID) -> Bool {
        kind == .personal && outing.mine.map { $0.person != person && isGuest } ?? false
    }

    /// Returns whether the live page can show the outing to `actor` as the link's person. A browser that is
    /// signed in as another person sees that person's own data there.
    func isLive(for actor: Actor) -> Bool {
        guard kind == .personal, let mine = outing.mine else { return false }
        if case .person(let person, _) = actor { return person == mine.person }
        return true
    }

    /// Whether the holder is a guest who has answered and whom no news reaches.
    var asksAddress: Bool {
        guard kind == .personal, isGuest, !outing.isOver, outing.stage != .cancelled, let mine = outing.mine,
            mine.answer.status != .invited
        else { return false }
        return attendees.first { $0.person == mine.person }?.reach == .unreachable
    }

    package var wire: InvitationView {
        let full = outing.wire
        let isPersonal = kind == .personal
        return InvitationView(
            kind: kind, title: full.title, state: full.state, startsAt: full.startsAt, endsAt: full.endsAt,
            timeZone: full.timeZone, restaurant: full.restaurant, place: full.place,
            openThen: openThen, note: isPersonal ? full.details.note : nil, respondBy: full.respondBy,
            hostName: hostName,
            counts: full.counts, free: free,
            attendees: isPersonal
                ? attendees.map { $0.wire(for: outing.mine?.person, whenWhereRev: outing.whenWhereRev) }
                    .withNameWarnings
                : nil,
            attendance: isPersonal ? full.myAttendance : nil, url: url)
    }

    package var hostName: String {
        guard kind == .share else { return outing.hostName }
        return outing.hostName.split(separator: " ").first.map(String.init) ?? outing.hostName
    }

    package var free: Int? {
        guard outing.state.capacity != nil else { return nil }
        return outing.free(besides: outing.mine?.answer ?? Answer())
    }
}
