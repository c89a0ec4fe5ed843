package import Access
import Accounts
import Circles
import Foundation
package import HTTPKit
import Journal
package import NoonishAPI
import People
package import Postgres

/// The transactions that add people to an outing's list.
package struct InvitationEdits: Sendable {
    let record: OutingRecord
    let site: Site
    /// Mails with invitations that one host may cause within 24 hours.
    let mailsPerDay: Int

    /// Invites people; those who are on the list already are unchanged.
    ///
    /// - Throws: 429 if `actor` has reached too many people within the hour.
    package func invite(
        _ input: InviteInput, to id: OutingID, by actor: Actor, in transaction: Transaction
    ) async throws {
        let (outing, _) = try await OutingEdits.open(id, actor, .invite, in: transaction)
        guard outing.stage != .done else { throw OutingProblems.done }
        guard outing.stage != .cancelled else { throw OutingProblems.cancelled }
        guard let host = actor.person else { throw Denial.notFound }
        let changes = try await add(input, to: id, by: host, nextRev: outing.rev + 1, in: transaction)
        guard !changes.isEmpty else { return }
        _ = try await record.record(
            changes, of: id, by: host, urgent: outing.state.startsSoon(at: outing.now), in: transaction)
    }

    /// Adds the people of `input` who are not on the list yet. The caller holds the row lock and records the
    /// changes as revision `nextRev`.
    ///
    /// - Parameters:
    ///   - voucher: A person whose friends and companions may be invited too.
    ///   - countsReach: `false` if the caller has counted the people towards ``ReachLimit``.
    /// - Throws: 422, naming every person that `host` may not invite; 429 above the daily number of mails or
    ///   ``ReachLimit``.
    func add(
        _ input: InviteInput, to outing: OutingID, by host: PersonID, vouchedBy voucher: PersonID? = nil,
        nextRev: Int, countsReach: Bool = true, in transaction: Transaction
    ) async throws -> [Change] {
        guard !input.isEmpty else { return [] }
        let listed = try await transaction.all(.attendees(of: outing))
        var invitees = try await members(
            input, by: host, vouchedBy: voucher, listed: listed, in: transaction)
        invitees += try await circles(input, by: host, in: transaction)
        invitees += try await addressees(input, by: host, of: outing, in: transaction)
        invitees += input.names.map {
            Invitee(person: .make(), address: nil, isNewGuest: true, name: $0, receivesMail: false)
        }
        let known = Set(listed.map(\.person))
        var seen: Set<PersonID> = []
        invitees = invitees.filter { !known.contains($0.person) && seen.insert($0.person).inserted }
        let count = listed.count - 1 + invitees.count
        guard count <= OutingLimits.invitees else { throw OutingProblems.tooManyInvitees(count) }
        guard !invitees.isEmpty else { return [] }
        if countsReach { try await ReachLimit.take(invitees.count, by: host, in: transaction) }
        try await checkMailLimit(invitees, by: host, in: transaction)
        try await transaction.execute(.createGuests(invitees.filter(\.isNewGuest), by: host))
        try await transaction.execute(.insertInvitees(invitees.map(\.person), of: outing))
        try await transaction.execute(.insertInvitations(invitees, of: outing, by: host, key: site.key))
        try await transaction.beginWatches(
            of: outing, invitees.map(\.person), mail: invitees.filter(\.receivesMail).map(\.person),
            sentRev: nextRev - 1)
        return invitees.map { .attendee($0.person, from: nil, to: Answer()) }
    }

    /// Returns the people who are given by id.
    private func members(
        _ input: InviteInput, by host: PersonID, vouchedBy voucher: PersonID?, listed: [AttendanceRow],
        in transaction: Transaction
    ) async throws -> [Invitee] {
        let people = input.people
        guard !people.isEmpty else { return [] }
        let known = Set(listed.map(\.person))
        var invitable = try await Self.invitable(people, by: host, in: transaction)
        if let voucher {
            let blocked = Set(try await transaction.all(.blocks(with: host, among: people)))
            invitable.formUnion(
                try await Self.invitable(people, by: voucher, in: transaction).subtracting(blocked))
        }
        var faults: [Problem.Fault] = []
        for (index, person) in people.enumerated() where !known.contains(person) {
            guard !invitable.contains(person) else { continue }
            faults.append(OutingProblems.notAFriend("\(input.pointer)/people/\(index)"))
        }
        guard !people.contains(host) else {
            throw Problem.unprocessable(
                "yourself", "You’re already on the list.", pointer: "\(input.pointer)/people")
        }
        guard faults.isEmpty else {
            var problem = Problem.unprocessable("not_a_friend", faults[0].detail)
            problem.errors = faults
            throw problem
        }
        return people.map { Invitee(person: $0, address: nil) }
    }

    /// Returns which people `host` may invite by id: friends and people they have shared an outing with,
    /// unless either has blocked the other.
    package static func invitable(
        _ people: [PersonID], by host: PersonID, in transaction: Transaction
    ) async throws -> Set<PersonID> {
        let friends = try await transaction.all(.friends(of: host, among: people))
        let companions = try await transaction.all(.companions(of: host, among: people))
        return Set(friends + companions)
    }

    /// Returns the people in circles. Members of a circle who can no longer be invited are left out.
    private func circles(
        _ input: InviteInput, by host: PersonID, in transaction: Transaction
    ) async throws -> [Invitee] {
        guard !input.circles.isEmpty else { return [] }
        let known = Set(try await transaction.all(.circles(input.circles, of: host)))
        let faults = input.circles.enumerated().filter { !known.contains($0.element) }.map {
            OutingProblems.unknownCircle("\(input.pointer)/circles/\($0.offset)")
        }
        guard faults.isEmpty else {
            var problem = Problem.unprocessable("unknown_circle", faults[0].detail)
            problem.errors = faults
            throw problem
        }
        let people = try await transaction.all(.members(ofCircles: input.circles, of: host))
        let invitable = try await Self.invitable(people, by: host, in: transaction)
        return people.filter { invitable.contains($0) && $0 != host }.map {
            Invitee(person: $0, address: nil)
        }
    }

    /// Returns the people behind addresses: a friend of the host who owns the address; otherwise the person
    /// who was invited to this outing at that address before; otherwise a new guest. It does not reveal
    /// whether a stranger's address has an account.
    private func addressees(
        _ input: InviteInput, by host: PersonID, of outing: OutingID, in transaction: Transaction
    ) async throws -> [Invitee] {
        guard !input.emails.isEmpty else { return [] }
        let addresses = input.emails.map(\.address)
        let members = try await transaction.all(.members(withAddresses: addresses))
        guard !members.contains(where: { $0.person == host }) else { throw Self.ownAddress(in: input) }
        let friends = Set(try await transaction.all(.friends(of: host, among: members.map(\.person))))
        let asked = try await transaction.all(.addressesInvited(addresses, of: outing))
        let blocked = Set(try await transaction.all(.blocks(with: host, among: members.map(\.person))))
        let blockedAddresses = Set(members.filter { blocked.contains($0.person) }.map(\.address))
        var invitees: [Invitee] = []
        for named in input.emails {
            let address = named.address
            guard !invitees.contains(where: { $0.address == address }) else { continue }
            if let friend = members.first(where: { $0.address == address }), friends.contains(friend.person) {
                invitees.append(Invitee(person: friend.person, address: nil))
            } else if let guest = asked.first(where: { $0.address == address }) {
                invitees.append(
                    Invitee(
                        person: guest.person, address: address,
                        receivesMail: !blockedAddresses.contains(address)))
            } else {
                invitees.append(
                    Invitee(
                        person: .make(), address: address, isNewGuest: true, name: named.name,
                        receivesMail: !blockedAddresses.contains(address)))
            }
        }
        return invitees
    }

    /// Returns the people, the circle members and the friends at the addresses of `input`, each once, and the other
    /// addresses.
    ///
    /// - Throws: 422, naming every person that `host` may not invite, and every circle that is not theirs.
    package func people(
        in input: InviteInput, by host: PersonID, in transaction: Transaction
    ) async throws -> (people: [PersonID], addresses: [NamedAddress]) {
        let owners = try await transaction.all(.members(withAddresses: input.emails.map(\.address)))
        guard !owners.contains(where: { $0.person == host }) else { throw Self.ownAddress(in: input) }
        let friends = Set(try await transaction.all(.friends(of: host, among: owners.map(\.person))))
        let known = owners.filter { friends.contains($0.person) }
        let invitees =
            try await members(input, by: host, vouchedBy: nil, listed: [], in: transaction)
            + circles(input, by: host, in: transaction)
        var seen: Set<PersonID> = []
        var addresses = Set(known.map(\.address))
        return (
            (invitees.map(\.person) + known.map(\.person)).filter { seen.insert($0).inserted },
            input.emails.filter { addresses.insert($0.address).inserted }
        )
    }

    private static func ownAddress(in input: InviteInput) -> Problem {
        .unprocessable("yourself", "That’s your own address.", pointer: "\(input.pointer)/emails")
    }

    private func checkMailLimit(
        _ invitees: [Invitee], by host: PersonID, in transaction: Transaction
    ) async throws {
        let new = invitees.count { $0.address != nil }
        guard new > 0 else { return }
        try await transaction.takeMails(new, by: host, limit: mailsPerDay)
    }
}

extension Transaction {
    /// Counts mails that `host` causes.
    ///
    /// - Throws: 429 if there would be more than `limit` within 24 hours.
    func takeMails(_ count: Int, by host: PersonID, limit: Int) async throws {
        try await DurableLimit("invitation_mails", most: limit, window: .seconds(86_400)).require(
            count, by: host.description, counting: .invitationMails(of: host), in: self)
        try await execute(.countMails(count, by: host))
    }
}

/// A person who is about to be invited.
struct Invitee: Sendable {
    let person: PersonID
    /// The address to write to, if the invitation was by address.
    let address: String?
    var isNewGuest = false
    /// The name that the host gave to a new guest.
    var name: String?
    /// False without an address, and if its owner has blocked the host, who must not notice.
    var receivesMail = true

    fileprivate var channel: InvitationSummary.Channel {
        if address != nil { .mail } else if isNewGuest { .name } else { .person }
    }

    /// The name that other people see until the host or the guest gives one, because the address is private.
    static let guestName = "Guest"
}

/// A person with one of their addresses.
@Row
struct Addressee: PostgresRow {
    let person: PersonID
    let address: String
}

extension Query where Row == PersonID {
    /// Reads which of `people` are members and have been on a list together with `person`.
    static func companions(of person: PersonID, among people: [PersonID]) -> Self {
        Query(
            "outings.list_companions",
            """
            SELECT p.id
              FROM unnest(\(people)) AS wanted (id)
              JOIN person AS p ON p.id = wanted.id
             WHERE p.kind = 'member'
               AND NOT are_blocked(p.id, \(person))
               AND EXISTS (SELECT FROM attendance AS theirs
                             JOIN attendance AS own ON own.outing_id = theirs.outing_id
                            WHERE theirs.person_id = p.id AND own.person_id = \(person))
            """)
    }
}

extension Query where Row == Addressee {
    /// Reads the people who were invited to this outing at these addresses before.
    fileprivate static func addressesInvited(_ addresses: [String], of outing: OutingID) -> Self {
        Query(
            "outings.list_invited_addresses",
            """
            SELECT person_id, address
              FROM invitation
             WHERE outing_id = \(outing) AND address = ANY (\(addresses))
            """)
    }
}

extension Query where Row == LimitEntry {
    fileprivate static func invitationMails(of host: PersonID) -> Self {
        Query(
            "outings.count_recent_mails",
            "SELECT at, mails FROM invitation_mail WHERE invited_by = \(host)")
    }
}

extension Command {
    /// Deletes counts of mails that no limit needs any more.
    fileprivate static func removeMailCounts(now: Date?) -> Command {
        Command(
            "outings.remove_mail_counts",
            "DELETE FROM invitation_mail WHERE at < coalesce(\(now), now()) - \(OutingLimits.mailCountRetention)"
        )
    }

    fileprivate static func countMails(_ mails: Int, by person: PersonID) -> Command {
        Command(
            "outings.insert_mail_count",
            "INSERT INTO invitation_mail (invited_by, id, mails) VALUES (\(person), \(InvitationID.make()), \(mails))"
        )
    }

    /// Creates guests. They have their host's language until they choose one with their first answer.
    fileprivate static func createGuests(_ guests: [Invitee], by host: PersonID) -> Command {
        Command(
            "outings.create_guests",
            """
            INSERT INTO person (id, kind, name, locale)
            SELECT new.id, 'guest', new.name, host.locale
              FROM unnest(\(guests.map(\.person)), \(guests.map { $0.name ?? Invitee.guestName }))
                   AS new (id, name)
              JOIN person AS host ON host.id = \(host)
            """)
    }

    static func insertInvitees(_ people: [PersonID], of outing: OutingID) -> Command {
        Command(
            "outings.insert_invitees",
            """
            INSERT INTO attendance (outing_id, person_id, id, role, status)
            SELECT \(outing), new.person_id, new.id, 'invitee', 'invited'
              FROM unnest(\(people), \(people.map { _ in AttendanceID.make() })) AS new (person_id, id)
            """)
    }

    /// Inserts invitations. A person who is invited again keeps their row, and so the links they were sent
    /// remain valid.
    static func insertInvitations(
        _ invitees: [Invitee], of outing: OutingID, by host: PersonID, key: SecretKey
    ) -> Command {
        let ids = invitees.map { _ in InvitationID.make() }
        let channels = invitees.map(\.channel.rawValue)
        return Command(
            "outings.insert_invitations",
            """
            INSERT INTO invitation AS old (outing_id, id, person_id, channel, address, token_hash, invited_by)
            SELECT \(outing), new.id, new.person_id, new.channel, new.address, new.token_hash, \(host)
              FROM unnest(\(ids), \(invitees.map(\.person)), \(channels), \(invitees.map(\.address)),
                          \(ids.map { TokenHash(key.personalToken(of: $0)).bytes }))
                   AS new (id, person_id, channel, address, token_hash)
                ON CONFLICT ON CONSTRAINT invitation_once_a_person DO UPDATE
               SET ended_at = NULL, state = 'queued', invited_by = excluded.invited_by, created_at = now(),
                   link_id = NULL, is_removed = false
            """)
    }
}

extension SecretKey {
    /// Returns the token of the personal link of this invitation; it is derived and not stored, so it is the
    /// same in every mail.
    package func personalToken(of invitation: InvitationID) -> String {
        token("invitation", invitation.description)
    }

    /// Returns the token of a share link; it is derived, so that a host can view it again.
    package func shareToken(of link: LinkID) -> String { token("link", link.description) }
}

extension Retention {
    /// Counts of the mails that people caused in the last day.
    package static let mailCounts = Retention(
        "mailCounts", OutingLimits.mailCountRetention, removal: Command.removeMailCounts)
}
