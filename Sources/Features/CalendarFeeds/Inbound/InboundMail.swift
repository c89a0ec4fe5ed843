package import Access
package import Accounts
import Calendars
package import Decisions
import Foundation
import HTTPKit
import HTTPTypes
import Initializers
import Localization
package import Logging
import Mail
import NoonishAPI
package import Outings
package import Postgres

/// Processes mail to one of ``InboundAddresses``: a reply from a calendar, or a report that a message could
/// not be delivered.
///
/// The recipient address alone identifies the invitation. Mail without effect is discarded and logged, as
/// a response would reach the unverified address in `From`. The only exception is a reply from an invitee
/// that cannot be accepted, for example because the outing is full or over: the refusal is sent to the
/// address that was invited.
@MemberwiseInit
package struct InboundMail: Mailbox {
    private let database: PostgresClient
    private let attendances: AttendanceEdits
    private let suggestions: SuggestionEdits
    private let addresses: InboundAddresses
    private let outbox: MailOutbox
    private let site: Site
    private let logger: Logger

    package func accepts(_ address: String) -> Bool { addresses.read(address) != nil }

    /// Processes one message. Idempotent: each of an attendee's replies is applied at most once, and never
    /// after a newer one.
    ///
    /// - Throws: Errors of the database and the outbox, after which the sender should retry.
    package func take(_ message: [UInt8], to address: String) async throws {
        guard let (kind, invitation) = addresses.read(address) else { return }
        let mail = ReceivedMail(message)
        do {
            switch kind {
            case .answer: try await answer(mail, invitation)
            case .bounce: try await bounce(mail, invitation)
            }
        } catch let reason as DropReason {
            drop(kind, invitation, reason.why)
        } catch let error as any ProblemConvertible where error.problem.status.code < 500 {
            drop(kind, invitation, error.problem.code)
        } catch is Denial {
            drop(kind, invitation, "not on the list")
        }
    }

    /// The reason that a message has no effect.
    private struct DropReason: Error {
        let why: String
    }

    private func drop(_ kind: InboundAddresses.Kind, _ invitation: InvitationID, _ why: String) {
        logger.notice(
            "mail was dropped",
            metadata: ["kind": "\(kind.rawValue)", "invitation": "\(invitation)", "why": "\(why)"])
    }

    // MARK: - Replies

    /// Codes of problems that an invitee could not have known about when replying; these are reported to
    /// them.
    private static let reportedProblems: Set = ["full", "outing_done", "outing_cancelled", "answers_due"]

    private func answer(_ mail: ReceivedMail, _ invitation: InvitationID) async throws {
        let reply = try Self.reply(in: mail)
        do {
            try await database.transaction { transaction in
                let (person, outing, _) = try await validate(reply, invitation, in: transaction)
                guard try await transaction.execute(.storeReplyStamp(reply, of: person, to: outing)) == 1
                else {
                    throw DropReason(why: "a newer reply was processed")
                }
                try await record(reply, of: .guest(person, outing: outing), to: outing, in: transaction)
            }
        } catch let error as any ProblemConvertible where Self.reportedProblems.contains(error.problem.code) {
            try await sendRefusal(reply, invitation, error.problem)
            throw error
        }
    }

    /// Checks that a reply answers an invitation that was sent. Returns the person, the outing and the event
    /// that was sent to them.
    private func validate(_ reply: CalendarReply, _ invitation: InvitationID, in transaction: Transaction)
        async throws
        -> (PersonID, OutingID, SentCalendarEvent)
    {
        let holder = try await InvitationTokenResolver(database: transaction)
            .actor(forToken: site.key.personalToken(of: invitation))
        guard case .guest(let person, let outing)? = holder else {
            throw DropReason(why: "the invitation has ended")
        }
        guard reply.uid.lowercased() == outing.description else {
            throw DropReason(why: "the event does not match")
        }
        guard let asked = try await transaction.first(.sentCalendarEvent(outing, person)) else {
            throw DropReason(why: "not on the list")
        }
        // If the mail was forwarded, the attendee is another person, who was not invited.
        guard let attendee = reply.attendee, asked.addresses.contains(attendee) else {
            throw DropReason(why: "the attendee was not invited")
        }
        guard reply.sequence >= asked.sequence else {
            throw DropReason(why: "the sequence number is outdated")
        }
        return (person, outing, asked)
    }

    /// Mails the problem to the invitee, whose calendar now shows an answer that the service does not have.
    private func sendRefusal(_ reply: CalendarReply, _ invitation: InvitationID, _ problem: Problem)
        async throws
    {
        try await database.transaction { transaction in
            let (_, _, asked) = try await validate(reply, invitation, in: transaction)
            guard let address = reply.attendee else { return }
            let language = site.catalogue.language(of: asked.locale)
            let said = problem.said(in: language)
            try await outbox.enqueueRefusal(
                of: asked.title, said.detail ?? said.title,
                link: site.url("/i/" + site.key.personalToken(of: invitation)), in: language, to: address,
                once: "\(invitation)-\(reply.sequence)-\(Int(reply.stamp.timeIntervalSince1970))",
                in: transaction)
        }
    }

    private func record(
        _ reply: CalendarReply, of actor: Actor, to outing: OutingID, in transaction: Transaction
    ) async throws {
        let status: AttendanceStatus
        switch reply.answer {
        case .accepted: status = .attending
        case .declined: status = .declined
        case .tentative: status = .maybe
        case .counter(let starts, let ends):
            return try await suggestions.suggest(
                starts: starts, ends: ends, on: outing, by: actor, in: transaction)
        }
        try await attendances.answer(
            outing, status, note: reply.comment, at: reply.stamp, by: actor, in: transaction)
    }

    /// Returns the first valid calendar reply in the message. Programs send it as an alternative body, as an
    /// attachment, or both.
    private static func reply(in mail: ReceivedMail) throws(DropReason) -> CalendarReply {
        var why = "no calendar is in it"
        for part in mail.all("text/calendar") + mail.all("application/ics") {
            do {
                return try CalendarReply(CalendarComponent(parsing: part.content))
            } catch {
                why = error.description
            }
        }
        throw DropReason(why: why)
    }

    // MARK: - Failure reports

    private func bounce(_ mail: ReceivedMail, _ invitation: InvitationID) async throws {
        guard let report = DeliveryReport(mail) else { throw DropReason(why: "not a delivery status report") }
        guard report.isPermanent else { throw DropReason(why: "temporary failure, \(report.status)") }
        let hash = TokenHash(site.key.personalToken(of: invitation))
        let count = try await database.execute(.markInvitationBounced(hash))
        logger.notice(
            "an invitation bounced",
            metadata: ["invitation": "\(invitation)", "status": "\(report.status)", "marked": "\(count)"])
    }
}
