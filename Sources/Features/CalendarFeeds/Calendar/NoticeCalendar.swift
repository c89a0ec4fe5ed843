import Access
import Calendars
import Foundation
package import Mail
package import News
import NoonishAPI
import Outings

/// What a notice says to its reader's calendar.
///
/// Where answers are read, and the reader was invited, it is a REQUEST or CANCEL with the reader as its only ATTENDEE and
/// an ORGANIZER that only this reader answers to. Else it is PUBLISH, which asks for nothing: where no mailbox is read, and
/// for hosts, whom nobody invited.
///
/// - Source: RFC 5546 §3.2.1, §3.2.2, §3.2.5.
package struct NoticeCalendar {
    let notice: Notice
    let from: MailAddress
    /// Nil: no mailbox is read.
    let inbound: InboundAddresses?
    let to: MailAddress
    let link: String?

    package init(
        notice: Notice, from: MailAddress, inbound: InboundAddresses?, to: MailAddress, link: String?
    ) {
        self.notice = notice
        self.from = from
        self.inbound = inbound
        self.to = to
        self.link = link
    }

    private var outing: OutingRow { notice.row.outing }

    /// Nil where the notice is nothing to a calendar, as everything about an outing without a time is.
    package func part() throws(MailFault) -> CalendarPart? {
        guard let document else { return nil }
        return try CalendarPart(method: document.method?.rawValue ?? "PUBLISH", text: document.text)
    }

    var document: CalendarDocument? {
        if notice.isFarewell { return farewell }
        if outing.state.cancellation != nil {
            guard notice.changes.contains(where: { $0.subject == .cancellation }) else { return nil }
            return notice.timeTakenBack.map(takenBack)
        }
        guard outing.state.time != nil else {
            guard notice.isSnapshot || notice.changes.contains(where: { $0.subject == .time }) else {
                return nil
            }
            return notice.timeTakenBack.map(takenBack)
        }
        guard notice.isInvitation || notice.isSnapshot || notice.changes.contains(where: \.showsInCalendars),
            let link, var event = outing.event(link: link, attribution: notice.row.attribution)
        else { return nil }
        event.organizer = organizer
        event.attendee = attendee
        return CalendarDocument(event.attendee == nil ? .publish : .request, [event])
    }

    /// To everybody: the event does not take place, or not at a time that is known.
    private func takenBack(_ time: OutingTime) -> CalendarDocument {
        var event = outing.event(title: notice.title, time: time)
        event.status = .cancelled
        event.organizer = organizer
        event.attendee = attendee
        return CalendarDocument(event.attendee == nil ? .publish : .cancel, [event])
    }

    /// To one person alone, so without STATUS: the event is off for them, not for others. With PUBLISH that cannot be said.
    private var farewell: CalendarDocument? {
        guard let time = notice.timeTakenBack, let attendee else { return nil }
        var event = outing.event(title: notice.title, time: time)
        event.organizer = organizer
        event.attendee = attendee
        return CalendarDocument(.cancel, [event])
    }

    private var organizer: CalendarUser {
        let address = answerable.map { $0.inbound.text(.answer, $0.invitation) } ?? from.address
        return CalendarUser(address: address, name: outing.hostName)
    }

    private var attendee: Attendee? {
        answerable.map { _ in
            Attendee(
                CalendarUser(address: to.address, name: to.name),
                outing.mine?.participation(in: outing) ?? .needsAction)
        }
    }

    private var answerable: (inbound: InboundAddresses, invitation: InvitationID)? {
        guard let inbound, let invitation = notice.row.invitation, outing.relation != .host else {
            return nil
        }
        return (inbound, invitation)
    }
}

extension Notice {
    /// The time that the reader's calendar may have, where it is not to have one any more.
    fileprivate var timeTakenBack: OutingTime? {
        if let time { return time }
        for case .time(let old?, _) in changes { return old }
        return isFarewell ? formerTime : nil
    }
}

extension OutingChange {
    /// Whether a calendar shows what this changed.
    fileprivate var showsInCalendars: Bool {
        switch subject {
        case .cancellation, .time, .place, .title, .note: true
        default: false
        }
    }
}

extension AttendanceRow {
    /// What they have said, unless it was to another time or place: then they are asked anew.
    fileprivate func participation(in outing: OutingRow) -> Attendee.Participation {
        guard !changedSince(outing.whenWhereRev) else { return .needsAction }
        return switch answer.status {
        case .invited: .needsAction
        case .attending: .accepted
        case .maybe, .waitlisted: .tentative
        case .declined: .declined
        }
    }
}
