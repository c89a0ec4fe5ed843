package import Access
internal import Accounts
internal import Foundation
internal import HTTPKit
package import NoonishAPI
internal import People
package import Postgres
package import Restaurants

/// Resolves links to outings and records the answers that are given by them.
package struct InvitationAnswers: Sendable {
    let attendances: AttendanceEdits
    let site: Site
    let hours: HoursPatterns

    /// Unicode scalars of the name of a guest.
    static let nameLength = 1...80

    package init(attendances: AttendanceEdits, site: Site, hours: HoursPatterns) {
        self.attendances = attendances
        self.site = site
        self.hours = hours
    }

    /// The content of a link for its holder.
    package struct View: Sendable {
        package let outing: OutingRow
        package let kind: InvitationView.Kind
        /// With a personal link only.
        package let attendees: [AttendanceRow]
        package let url: String?
        let link: OutingLinkRow?
        /// Whether the chosen place is open at the chosen time; `nil` if there is no place or time to check.
        package fileprivate(set) var openThen: OpenStatus?
        /// Whether the personal link belongs to a guest.
        var isGuest = false
    }

    /// Returns the content of a link.
    ///
    /// - Parameter actor: A person on the list who opens a share link gets the content of their personal
    ///   link.
    /// - Throws: ``Denial/notFound`` for a token that is invalid or no longer valid; the two are
    ///   indistinguishable.
    package func view(_ token: String, actor: Actor, from database: any Database) async throws -> View {
        var view = try await found(token, actor: actor, from: database)
        view.openThen = hours.openThen(view.outing)
        return view
    }

    private func found(_ token: String, actor: Actor, from database: any Database) async throws -> View {
        let hash = TokenHash(token)
        if let asked = try await database.first(.invitation(hash)) {
            return try await personal(asked, from: database)
        }
        guard let link = try await database.first(.link(hash)),
            let outing = try await database.first(.outing(link.outing, for: actor.person))
        else { throw Denial.notFound }
        if outing.mine != nil, outing.relation(of: actor) != .stranger, let person = actor.person,
            let asked = try await database.first(.invitation(of: person, to: outing.id))
        {
            return try await personal(asked, from: database)
        }
        _ = try decide(actor, .openInvitation, outing.id, as: .linkHolder)
        return View(outing: outing, kind: .share, attendees: [], url: nil, link: link)
    }

    private func personal(_ asked: InvitedPerson, from database: any Database) async throws -> View {
        guard let outing = try await database.first(.outing(asked.outing, for: asked.person)) else {
            throw Denial.notFound
        }
        let holder = Actor.guest(asked.person, outing: asked.outing)
        _ = try decide(holder, .openInvitation, asked.outing, as: outing.relation(of: holder))
        return View(
            outing: outing, kind: .personal,
            attendees: try await database.all(.attendees(of: asked.outing)),
            url: site.url("/i/" + site.key.personalToken(of: asked.id)), link: nil,
            isGuest: try await database.first(.isMember(asked.person)) == false)
    }

    /// Records the answer of the holder of `token`.
    ///
    /// A personal link answers for its person. A share link answers for the signed-in member, for the guest
    /// who answered on this device before, or for a new guest, who must give a name.
    ///
    /// - Parameters:
    ///   - diets: The diets of a guest; `nil` keeps the stored ones. Members change theirs in their settings.
    ///   - locale: The language of a guest who answers for the first time.
    /// - Returns: The personal token, with which the answer can be changed.
    func answer(
        _ token: String, _ answer: AnswerInput, name: String?, diets: DietNeeds? = nil, locale: String?,
        actor: Actor, in transaction: Transaction
    ) async throws -> String {
        let view = try await found(token, actor: actor, from: transaction)
        let outing = view.outing.id
        guard let link = view.link else {
            guard let person = view.outing.mine?.person,
                let asked = try await transaction.first(.invitation(of: person, to: outing))
            else { throw Denial.notFound }
            if let name { try await transaction.execute(.renameGuest(person, to: name)) }
            if let locale { try await transaction.execute(.storeLocale(locale, of: person, in: outing)) }
            try await attendances.answer(outing, answer, by: .guest(person, outing: outing), in: transaction)
            try await keep(diets, of: person, isGuest: view.isGuest, in: transaction)
            return site.key.personalToken(of: asked.id)
        }
        let person: PersonID
        let isMember: Bool
        if case .person(let member, _) = actor {
            // The host has no invitation, and so no personal link to redirect to.
            guard view.outing.host != member else { throw OutingProblems.ownOuting }
            person = member
            isMember = true
        } else {
            guard let name else { throw OutingProblems.nameNeeded }
            person = .make()
            isMember = false
            try await transaction.execute(.createGuest(person, name: name, locale: locale))
        }
        try await attendances.join(
            outing, person, isMember: isMember, link: link.id, answer, site: site, in: transaction)
        try await keep(diets, of: person, isGuest: !isMember, in: transaction)
        let asked = try await transaction.one(.invitation(of: person, to: outing))
        return site.key.personalToken(of: asked.id)
    }

    /// Stores the diets of a guest.
    ///
    /// - Throws: 422 for a member, whose link answers for one outing and changes nothing else.
    private func keep(
        _ diets: DietNeeds?, of person: PersonID, isGuest: Bool, in transaction: Transaction
    ) async throws {
        guard let diets else { return }
        guard isGuest else { throw OutingProblems.dietsInSettings }
        try await transaction.replaceDietNeeds(diets, of: person)
    }
}

extension InvitationAnswers.View {
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

    package var wire: InvitationView {
        let full = outing.wire
        let isPersonal = kind == .personal
        return InvitationView(
            kind: kind, title: full.title, state: full.state, startsAt: full.startsAt, endsAt: full.endsAt,
            timeZone: full.timeZone, restaurant: full.restaurant, place: full.place,
            openThen: openThen, note: isPersonal ? full.note : nil, respondBy: full.respondBy,
            hostName: hostName,
            counts: full.counts, free: free,
            attendees: isPersonal
                ? attendees.map { $0.wire(for: outing.mine?.person, whenWhereRev: outing.whenWhereRev) }
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

/// Resolves personal tokens: of guests, and of members who followed the link in their mail. Both may act on
/// that outing only.
package struct InvitationTokenResolver: TokenResolver {
    let database: any Database

    package init(database: any Database) { self.database = database }

    package func actor(forToken token: String) async throws -> Actor? {
        try await database.first(.invitation(TokenHash(token))).map { .guest($0.person, outing: $0.outing) }
    }

    package func ended(among actors: [Actor]) async throws -> Set<Actor> {
        let guests = actors.compactMap { actor in
            if case .guest(let person, let outing) = actor { (person, outing) } else { nil }
        }
        guard !guests.isEmpty else { return [] }
        let asked = try await database.all(.invitations(of: guests))
        return Set(guests.map { Actor.guest($0, outing: $1) })
            .subtracting(asked.map { .guest($0.person, outing: $0.outing) })
    }
}

/// An invitation and the person it invites.
struct InvitedPerson: PostgresRow {
    let id: InvitationID
    let outing: OutingID
    let person: PersonID

    init(row: inout RowReader) throws(PostgresError) {
        id = try row.next()
        outing = try row.next()
        person = try row.next()
    }
}

extension Query where Row == InvitedPerson {
    /// Reads the invitation with this token. It is valid until some time after the outing's start.
    static func invitation(_ hash: TokenHash) -> Self {
        Query(
            "outings.read_invitation_by_token",
            """
            SELECT i.id, i.outing_id, i.person_id
              FROM invitation AS i
              JOIN outing AS o ON o.id = i.outing_id
             WHERE (i.outing_id, i.id) IN (
                   SELECT outing_id, id FROM invitation WHERE token_hash = \(hash.bytes)
                    UNION ALL
                   SELECT outing_id, invitation_id FROM invitation_token WHERE token_hash = \(hash.bytes))
               AND i.ended_at IS NULL
               AND (o.starts_at IS NULL
                    OR o.starts_at > now() - \(OutingLimits.personalLinkAfterStart) * interval '1 s')
            """)
    }

    /// Reads the invitations of these guests whose personal links are still valid.
    fileprivate static func invitations(of guests: [(person: PersonID, outing: OutingID)]) -> Self {
        Query(
            "outings.list_guest_invitations",
            """
            SELECT i.id, i.outing_id, i.person_id
              FROM unnest(\(guests.map(\.person)), \(guests.map(\.outing))) AS guest (person_id, outing_id)
              JOIN invitation AS i ON i.outing_id = guest.outing_id AND i.person_id = guest.person_id
              JOIN outing AS o ON o.id = i.outing_id
             WHERE i.ended_at IS NULL
               AND (o.starts_at IS NULL
                    OR o.starts_at > now() - \(OutingLimits.personalLinkAfterStart) * interval '1 s')
            """)
    }

    static func invitation(of person: PersonID, to outing: OutingID) -> Self {
        Query(
            "outings.read_invitation",
            """
            SELECT id, outing_id, person_id
              FROM invitation
             WHERE outing_id = \(outing) AND person_id = \(person) AND ended_at IS NULL
            """)
    }
}

extension Command {
    /// Renames a guest. Affects no row for a member, who can change their name only when signed in.
    fileprivate static func renameGuest(_ person: PersonID, to name: String) -> Command {
        Command(
            "outings.rename_guest",
            """
            UPDATE person
               SET name = \(name), updated_at = now()
             WHERE id = \(person) AND kind = 'guest' AND name <> \(name)
            """)
    }

    /// Stores the language of a guest at their first answer; until then they have the host's. Affects no
    /// member.
    fileprivate static func storeLocale(_ locale: String, of person: PersonID, in outing: OutingID) -> Command
    {
        Command(
            "outings.set_guest_locale",
            """
            UPDATE person AS p
               SET locale = \(locale), updated_at = now()
              FROM attendance AS a
             WHERE p.id = \(person) AND p.kind = 'guest'
               AND a.outing_id = \(outing) AND a.person_id = p.id AND a.status = 'invited'
            """)
    }
}
