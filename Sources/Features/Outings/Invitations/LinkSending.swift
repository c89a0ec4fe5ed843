package import Access
package import Accounts
internal import Foundation
internal import HTTPKit
package import Jobs
internal import Localization
package import Logging
internal import NoonishAPI
package import Postgres

/// Mails personal links again: to whoever lost them, or because a host says so.
package struct LinkSending: Sendable {
    let database: PostgresClient
    let outbox: MailOutbox
    let site: Site
    /// Invitations by mail that one host may cause within 24 hours.
    let mailsADay: Int
    /// Fired when somebody has asked.
    let asked = Signal()

    private static let anAddress = DurableLimit(
        "links_address", most: OutingLimits.linkMailsAnHour, window: .seconds(3_600))
    private static let aNetwork = DurableLimit(
        "links_network", most: OutingLimits.linkMailsANetwork, window: .seconds(3_600))
    private static let anInvitation = DurableLimit(
        "links_invitation", most: OutingLimits.linkMailsAnInvitation, window: .seconds(86_400))

    package init(database: PostgresClient, outbox: MailOutbox, site: Site, mailsADay: Int) {
        self.database = database
        self.outbox = outbox
        self.site = site
        self.mailsADay = mailsADay
    }

    /// Notes the wish. The work is the same for every address; whether there is anything to send is looked into later.
    func ask(_ address: String, from call: Call) async throws {
        // A whole house behind a proxy on this machine would be one caller.
        let network =
            PeerAddress.isLoopback(call.context.peer) ? nil : PeerAddress.limitKey(call.context.peer)
        try await database.transaction { transaction in
            if let network {
                guard try await Self.aNetwork.take(by: network, in: transaction) else { return }
            }
            guard try await Self.anAddress.take(by: address, in: transaction) else { return }
            try await transaction.execute(.noteLinkRequest(address))
        }
        asked.fire()
    }

    /// Mails one invitation once more.
    func again(
        _ invitation: InvitationID, of outing: OutingID, by actor: Actor, in transaction: Transaction
    ) async throws {
        let (row, _) = try await OutingEdits.open(outing, actor, .sendLinkAgain, in: transaction)
        guard let host = actor.person,
            let wanted = try await transaction.first(.lostLink(invitation, of: outing))
        else { throw Denial.notFound }
        guard !row.isOver else { throw OutingProblems.done }
        guard row.stage != .cancelled else { throw OutingProblems.cancelled }
        guard let address = wanted.address else { throw OutingProblems.noAddress }
        guard try await Self.anInvitation.take(by: invitation.description, in: transaction) else {
            throw OutingProblems.mailLimit
        }
        try await transaction.takeMails(1, by: host, limit: mailsADay)
        try await send([wanted], to: address, in: transaction)
    }

    /// Answers those who asked, one after another.
    ///
    /// Safe to do at once in several processes: each wish is taken, looked into and mailed in one transaction.
    package func loop(logger: Logger) -> WorkLoop {
        WorkLoop("outings.send_links", pace: .init(pollInterval: .seconds(5)), signal: asked, logger: logger)
        {
            try await turn() ? .worked : .idle
        }
    }

    /// - Returns: Whether there was a wish.
    package func turn() async throws -> Bool {
        try await database.transaction { transaction in
            guard let address = try await transaction.first(.takeLinkRequest) else { return false }
            let wanted = try await transaction.all(.lostLinks(of: address))
            if !wanted.isEmpty { try await send(wanted, to: address, in: transaction) }
            return true
        }
    }

    private func send(
        _ wanted: [LostLink], to address: String, in transaction: Transaction
    ) async throws {
        let language = site.catalogue.language(of: wanted.first?.locale ?? nil)
        let links = wanted.map { lost in
            (title: lost.title, url: site.url("/i/" + site.key.personalToken(of: lost.invitation)))
        }
        try await outbox.enqueue(
            MailWords(language: language).invitationLinks(links), to: address, in: transaction)
    }
}

/// An invitation whose link somebody wants again.
struct LostLink: PostgresRow {
    let invitation: InvitationID
    let title: String
    /// Nil if they were not invited by mail.
    let address: String?
    let locale: String?

    init(row: inout RowReader) throws(PostgresError) {
        invitation = try row.next()
        title = try row.next()
        address = try row.next()
        locale = try row.next()
    }
}

extension Query where Row == LostLink {
    /// What the owner of an address is invited to and can still answer, the next first.
    fileprivate static func lostLinks(of address: String) -> Self {
        Query(
            "outings.list_lost_links", on: .write,
            """
            SELECT i.id, o.title, i.address, p.locale
              FROM invitation AS i
              JOIN outing AS o ON o.id = i.outing_id
              JOIN person AS p ON p.id = i.person_id
             WHERE i.address = \(address)
               AND i.ended_at IS NULL
               AND o.cancelled_at IS NULL
               AND (o.starts_at IS NULL OR coalesce(o.ends_at, o.starts_at + interval '2 hours') > now())
               AND NOT EXISTS (SELECT FROM person_email AS e
                                WHERE e.address = i.address AND are_blocked(e.person_id, i.invited_by))
             ORDER BY o.starts_at NULLS LAST, o.id
             LIMIT \(OutingLimits.linksAMail)
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

extension Query where Row == String {
    /// The address of the oldest wish, which is gone with that.
    fileprivate static var takeLinkRequest: Self {
        Query(
            "outings.take_link_request", on: .write,
            """
            DELETE FROM link_request
             WHERE id = (SELECT id FROM link_request ORDER BY at, id LIMIT 1 FOR UPDATE SKIP LOCKED)
            RETURNING address
            """
        ) { row throws(PostgresError) in try row.next() }
    }
}

extension Command {
    fileprivate static func noteLinkRequest(_ address: String) -> Command {
        Command(
            "outings.insert_link_request",
            "INSERT INTO link_request (id, address) VALUES (\(UUID.v7()), \(address))")
    }
}
