package import Access
package import Accounts
import Calendars
package import Decisions
import Foundation
import HTTPKit
import HTTPTypes
import Localization
package import Logging
import Mail
import NoonishAPI
package import Outings
package import Postgres

/// Mail that came to one of ``InboundAddresses``: an answer of somebody's calendar, or the report that a message of ours
/// could not be delivered.
///
/// Whose it is, the address says, and nothing else does. What has no effect is dropped with a line in the log, for an
/// answer to such mail would reach whoever was put into `From`. Only an answer of somebody who was asked, which cannot be
/// taken because the table is full or the outing over, is answered: at the address that we asked.
package struct InboundMail: Mailbox {
    private let database: PostgresClient
    private let attendances: AttendanceEdits
    private let suggestions: SuggestionEdits
    private let addresses: InboundAddresses
    private let outbox: MailOutbox
    private let site: Site
    private let logger: Logger

    package init(
        database: PostgresClient, attendances: AttendanceEdits, suggestions: SuggestionEdits,
        addresses: InboundAddresses, outbox: MailOutbox, site: Site, logger: Logger
    ) {
        self.database = database
        self.attendances = attendances
        self.suggestions = suggestions
        self.addresses = addresses
        self.outbox = outbox
        self.site = site
        self.logger = logger
    }

    package func accepts(_ address: String) -> Bool { addresses.read(address) != nil }

    /// Safe to do twice: of one attendee's answers each counts once, and never after a newer one.
    ///
    /// - Throws: What kept the database from taking it.
    package func take(_ message: [UInt8], to address: String) async throws {
        guard let (kind, invitation) = addresses.read(address) else { return }
        let mail = ReceivedMail(message)
        do {
            switch kind {
            case .answer: try await answer(mail, invitation)
            case .bounce: try await bounce(mail, invitation)
            }
        } catch let dropped as Dropped {
            drop(kind, invitation, dropped.why)
        } catch let error as any ProblemConvertible where error.problem.status.code < 500 {
            drop(kind, invitation, error.problem.code)
        } catch is Denial {
            drop(kind, invitation, "not on the list")
        }
    }

    /// Why mail has no effect.
    private struct Dropped: Error {
        let why: String
    }

    private func drop(_ kind: InboundAddresses.Kind, _ invitation: InvitationID, _ why: String) {
        logger.notice(
            "mail was dropped",
            metadata: ["kind": "\(kind.rawValue)", "invitation": "\(invitation)", "why": "\(why)"])
    }

    // MARK: - Answers

    /// Problems of an answer that whoever gave it cannot know of.
    private static let toldOf: Set = ["full", "outing_done", "outing_cancelled", "answers_due"]

    private func answer(_ mail: ReceivedMail, _ invitation: InvitationID) async throws {
        let reply = try Self.reply(in: mail)
        do {
            try await database.transaction { transaction in
                let (person, outing, _) = try await admit(reply, invitation, in: transaction)
                guard try await transaction.execute(.keepReply(reply, of: person, to: outing)) == 1 else {
                    throw Dropped(why: "a newer answer is there")
                }
                try await record(reply, of: .guest(person, outing: outing), to: outing, in: transaction)
            }
        } catch let error as any ProblemConvertible where Self.toldOf.contains(error.problem.code) {
            try await refuse(reply, invitation, error.problem)
            throw error
        }
    }

    /// Whose answer it is, and to what, if it is one that we asked for.
    private func admit(_ reply: CalendarReply, _ invitation: InvitationID, in transaction: Transaction)
        async throws
        -> (PersonID, OutingID, AskedByCalendar)
    {
        let holder = try await InvitationTokenResolver(database: transaction)
            .actor(forToken: site.key.personalToken(of: invitation))
        guard case .guest(let person, let outing)? = holder else {
            throw Dropped(why: "the invitation has ended")
        }
        guard reply.uid.lowercased() == outing.description else {
            throw Dropped(why: "it is about another event")
        }
        guard let asked = try await transaction.first(.askedByCalendar(outing, person)) else {
            throw Dropped(why: "not on the list")
        }
        // Whoever the mail was forwarded to answers for themselves, which is not what was asked.
        guard let attendee = reply.attendee, asked.addresses.contains(attendee) else {
            throw Dropped(why: "it is from somebody else")
        }
        guard reply.sequence >= asked.sequence else {
            throw Dropped(why: "it is about an earlier time or place")
        }
        return (person, outing, asked)
    }

    /// Their calendar shows an answer that we do not have, so they are told.
    private func refuse(_ reply: CalendarReply, _ invitation: InvitationID, _ problem: Problem) async throws {
        try await database.transaction { transaction in
            let (_, _, asked) = try await admit(reply, invitation, in: transaction)
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

    /// The first calendar of the message that is an answer: programs put it in the open, or in a file, or both.
    private static func reply(in mail: ReceivedMail) throws(Dropped) -> CalendarReply {
        var why = "no calendar is in it"
        for part in mail.all("text/calendar") + mail.all("application/ics") {
            do {
                return try CalendarReply(CalendarComponent(parsing: part.content))
            } catch {
                why = error.description
            }
        }
        throw Dropped(why: why)
    }

    // MARK: - Failures

    private func bounce(_ mail: ReceivedMail, _ invitation: InvitationID) async throws {
        guard let report = DeliveryReport(mail) else { throw Dropped(why: "it is no report of a failure") }
        guard report.isPermanent else { throw Dropped(why: "it may still arrive, \(report.status)") }
        let hash = TokenHash(site.key.personalToken(of: invitation))
        let count = try await database.execute(.markInvitationBounced(hash))
        logger.notice(
            "an invitation bounced",
            metadata: ["invitation": "\(invitation)", "status": "\(report.status)", "marked": "\(count)"])
    }
}
