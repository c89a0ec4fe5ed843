import Access
import Calendars
import Foundation
import Initializers
import Journal
package import Mail
package import News
import NoonishAPI
import Outings

/// The calendar part of a notice's mail.
///
/// If replies are read and the recipient was invited, it is a REQUEST or CANCEL with the recipient as its
/// only ATTENDEE and an ORGANIZER address that is unique to this invitation. Otherwise it is a PUBLISH, which
/// expects no reply: if no inbound mail is configured, and for hosts, who have no invitation.
///
/// - Source: RFC 5546 §3.2.1, §3.2.2, §3.2.5.
@MemberwiseInit
package struct NoticeCalendar {
    let notice: Notice
    let from: MailAddress
    /// `nil` if the service reads no inbound mail.
    let inbound: InboundAddresses?
    let to: MailAddress
    let link: String?

    private var outing: OutingRow { notice.row.outing }

    /// Returns the calendar part, or `nil` if the notice changes nothing in a calendar, which includes
    /// everything about an outing that never had a time.
    package func part() throws(MailFault) -> CalendarPart? {
        guard let document else { return nil }
        return try CalendarPart(method: document.method?.rawValue ?? "PUBLISH", text: document.text)
    }

    var document: CalendarDocument? {
        if notice.isFarewell { return farewell }
        if outing.state.cancellation != nil {
            guard notice.changes.contains(where: { $0.subject == .cancellation }) else { return nil }
            return notice.withdrawnTime.map(cancellationDocument)
        }
        guard outing.state.time != nil else {
            guard notice.isSnapshot || notice.changes.contains(where: { $0.subject == .time }) else {
                return nil
            }
            return notice.withdrawnTime.map(cancellationDocument)
        }
        guard notice.isInvitation || notice.isSnapshot || notice.changes.contains(where: \.showsInCalendars),
            let link, var event = outing.event(link: link, attribution: notice.row.attribution)
        else { return nil }
        event.organizer = organizer
        event.attendee = attendee
        return CalendarDocument(event.attendee == nil ? .publish : .request, [event])
    }

    /// Returns a document for all recipients: the event is cancelled, or its time is no longer known.
    private func cancellationDocument(_ time: OutingTime) -> CalendarDocument {
        var event = outing.event(title: notice.title, time: time)
        event.status = .cancelled
        event.organizer = organizer
        event.attendee = attendee
        return CalendarDocument(event.attendee == nil ? .publish : .cancel, [event])
    }

    /// The document for a recipient who was removed. It has no STATUS because the event is cancelled for this
    /// person only. PUBLISH cannot express that, so it is `nil` for recipients without an attendee.
    private var farewell: CalendarDocument? {
        guard let time = notice.withdrawnTime, let attendee else { return nil }
        var event = outing.event(title: notice.title, time: time)
        event.organizer = organizer
        event.attendee = attendee
        return CalendarDocument(.cancel, [event])
    }

    private var organizer: CalendarUser {
        let address = replyAddress.map { $0.inbound.text(.answer, $0.invitation) } ?? from.address
        return CalendarUser(address: address, name: outing.hostName)
    }

    private var attendee: Attendee? {
        replyAddress.map { _ in
            Attendee(
                CalendarUser(address: to.address, name: to.name),
                outing.mine?.participation(in: outing) ?? .needsAction)
        }
    }

    private var replyAddress: (inbound: InboundAddresses, invitation: InvitationID)? {
        guard let inbound, let invitation = notice.row.invitation, outing.relation != .host else {
            return nil
        }
        return (inbound, invitation)
    }
}

extension Notice {
    /// The time that the recipient's calendar may still show and has to remove.
    fileprivate var withdrawnTime: OutingTime? {
        if let time { return time }
        let earlier = changes.lazy.compactMap { $0.as(TimeChange.self)?.old }.first
        return earlier ?? (isFarewell ? formerTime : nil)
    }
}

extension Change {
    /// Whether calendars show the fields that this changed.
    fileprivate var showsInCalendars: Bool {
        [.cancellation, .time, .place, .title, .note].contains(subject)
    }
}

extension AttendanceRow {
    /// Returns the person's answer, or NEEDS-ACTION if the time or place has changed since they answered.
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
