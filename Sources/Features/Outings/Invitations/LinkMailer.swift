package import Access
package import Accounts
import Foundation
import HTTPKit
import Initializers
import JSON
package import Jobs
import Localization
import NoonishAPI
package import Postgres

/// Mails personal links again, to people who lost them or on request of a host.
@MemberwiseInit
package struct LinkMailer: Sendable {
    let database: PostgresClient
    let outbox: MailOutbox
    var queue: JobQueue = JobQueue()
    let site: Site
    /// Mails with invitations that one host may cause within 24 hours.
    let mailsPerDay: Int

    private static let addressLimit = DurableLimit(
        "links_address", most: OutingLimits.linkMailsPerHour, window: .seconds(3_600))
    private static let networkLimit = DurableLimit(
        "links_network", most: OutingLimits.linkMailsPerNetwork, window: .seconds(3_600))
    private static let invitationLimit = DurableLimit(
        "links_invitation", most: OutingLimits.linkMailsPerInvitation, window: .seconds(86_400))

    /// Queues a request. The work is the same for every address, so that the response reveals nothing;
    /// whether there is anything to send is checked later.
    func requestLinks(_ address: String, from call: Call) async throws {
        let network = PeerAddress.remoteLimitKey(call.context.peer)
        try await database.transaction { transaction in
            if let network {
                guard try await Self.networkLimit.take(by: network, in: transaction) else { return }
            }
            guard try await Self.addressLimit.take(by: address, in: transaction) else { return }
            try await queue.enqueue(MailLostLinks(to: address), in: transaction)
        }
    }

    /// Mails one invitation again.
    func resend(
        _ invitation: InvitationID, of outing: OutingID, by actor: Actor, in transaction: Transaction
    ) async throws {
        let (row, _) = try await OutingEdits.open(outing, actor, .resendLink, in: transaction)
        guard let host = actor.person,
            let wanted = try await transaction.first(.lostLink(invitation, of: outing))
        else { throw Denial.notFound }
        guard !row.isOver else { throw OutingProblems.done }
        guard row.stage != .cancelled else { throw OutingProblems.cancelled }
        guard let address = wanted.address else { throw OutingProblems.noAddress }
        guard try await Self.invitationLimit.take(by: invitation.description, in: transaction) else {
            throw try await Self.invitationLimit.problem(of: invitation.description, in: transaction)
        }
        try await transaction.takeMails(1, by: host, limit: mailsPerDay)
        try await send([wanted], to: address, in: transaction)
    }

    package var worker: AnyWorker { AnyWorker(LostLinksMailer(sending: self)) }

    fileprivate func send(
        _ wanted: [LostLink], to address: String, in transaction: Transaction
    ) async throws {
        let language = site.catalogue.language(of: wanted.first?.locale ?? nil)
        let links = wanted.map { lost in
            (title: lost.title, url: site.url("/i/" + site.key.personalToken(of: lost.invitation)))
        }
        try await outbox.enqueue(
            MailMessages(language: language).invitationLinks(links), to: address, in: transaction)
    }
}

/// Mails the owner of an address the links of their invitations, if there are any.
@JSONObject
struct MailLostLinks: Job, JSONCodable {
    static let kind = "outings.mail_lost_links"
    static let hasPersonalArguments = true

    let address: String

    init(to address: String) { self.address = address }
}

/// Idempotent: the mail is queued in the transaction that completes the job.
struct LostLinksMailer: Worker {
    let sending: LinkMailer

    func work(_ job: MailLostLinks, _ attempt: JobAttempt) async throws(JobFailure) {
        try await retryingOnError {
            try await sending.database.transaction { transaction in
                try await attempt.complete(in: transaction)
                let wanted = try await transaction.all(.lostLinks(of: job.address))
                if !wanted.isEmpty { try await sending.send(wanted, to: job.address, in: transaction) }
            }
        }
    }
}

/// An invitation whose link a person has lost.
@Row
struct LostLink: PostgresRow {
    let invitation: InvitationID
    let title: String
    /// `nil` if the person was not invited by mail.
    let address: String?
    let locale: String?
}

extension Query where Row == LostLink {
    /// Reads the invitations of an address that can still be answered, the earliest first.
    fileprivate static func lostLinks(of address: String) -> Self {
        Query(
            "outings.list_lost_links", on: .write,
            """
            SELECT i.id, o.title, i.address, p.locale
              FROM invitation AS i
              JOIN outing AS o ON o.id = i.outing_id
              JOIN person AS p ON p.id = i.person_id
             WHERE (i.address = \(address) OR i.own_address = \(address))
               AND i.ended_at IS NULL
               AND o.cancelled_at IS NULL
               AND (o.starts_at IS NULL OR \(fragment: OutingRow.end) > now())
               AND NOT EXISTS (SELECT FROM person_email AS e
                                WHERE e.address = \(address) AND are_blocked(e.person_id, i.invited_by))
             ORDER BY o.starts_at NULLS LAST, o.id
             LIMIT \(OutingLimits.linksPerMail)
            """)
    }

    fileprivate static func lostLink(_ invitation: InvitationID, of outing: OutingID) -> Self {
        Query(
            "outings.read_lost_link",
            """
            SELECT i.id, o.title, i.address, p.locale
              FROM invitation AS i
              JOIN outing AS o ON o.id = i.outing_id
              JOIN person AS p ON p.id = i.person_id
             WHERE i.outing_id = \(outing) AND i.id = \(invitation) AND i.ended_at IS NULL
            """)
    }
}
