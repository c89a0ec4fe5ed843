import Access
import Foundation
import HTTPTypes
import JSON
import NoonishAPI
import Outings
import Postgres
import TestSupport

/// The callers of the matrix, by their relation to the world's outing.
enum MatrixActor: String, CaseIterable, Sendable {
    case anonymous
    /// Their session was ended.
    case signedOut
    /// Has a personal link to the outing and no account.
    case guest
    /// The same to another outing.
    case guestElsewhere
    case invitee, cohost, host
    /// Was on the list until the host removed them; has an account.
    case removed
    /// Has an account and nothing to do with the outing.
    case stranger

    var isMember: Bool { [.invitee, .cohost, .host, .removed, .stranger].contains(self) }
    var isGuest: Bool { self == .guest || self == .guestElsewhere }

    /// What they are to the outing of the world.
    var relation: Relation {
        switch self {
        case .host: .host
        case .cohost: .cohost
        case .invitee, .guest: .invitee
        case .anonymous, .signedOut, .guestElsewhere, .removed, .stranger: .stranger
        }
    }
}

/// An outing with all actors, an outing of strangers, and each member's own things.
struct MatrixWorld: Sendable {
    let program: WholeProgram
    let knownBills = MatrixBills()
    private(set) var members: [MatrixActor: Cast.Member] = [:]
    private(set) var tokens: [MatrixActor: String] = [:]
    /// Its host, cohost, invitee and guest are those of the actors.
    private(set) var outing = ""
    /// The stranger's.
    private(set) var otherOuting = ""
    private(set) var deletedOuting = ""
    private(set) var link = (id: "", token: "")
    private(set) var revokedLink = (id: "", token: "")
    private(set) var otherLink = ""
    /// The guest's id as a person.
    private(set) var guestPerson = ""
    /// The guest's.
    private(set) var invitation = ""
    /// A message by a person on the list.
    private(set) var message: [MatrixActor: String] = [:]
    /// Secret of the address at which the host's calendar is followed.
    private(set) var calendar = ""

    init(_ program: WholeProgram) async throws {
        self.program = program
        let mark = UUID().uuidString.prefix(8).lowercased()
        for actor in MatrixActor.allCases where actor.isMember || actor == .signedOut {
            let member = try await Cast.member("\(actor.rawValue)-\(mark)", in: program.database)
            members[actor] = member
            tokens[actor] = member.token
        }
        try await program.database.execute(.endSessions(of: id(of: .signedOut)))
        for friend in [MatrixActor.cohost, .invitee, .removed] {
            try await program.database.execute(.befriend(id(of: .host), id(of: friend)))
        }
        try await makeOutings(mark)
        try await makeLinks()
        calendar = try await calendarSecret()
        for author in [MatrixActor.host, .invitee] { message[author] = try await self.message(by: author) }
    }

    /// Something that is said now.
    func message(by actor: MatrixActor) async throws -> String {
        try await made(actor, "/v1/outings/\(outing)/messages", #"{"text":"Sushi?"}"#)
    }

    private mutating func makeOutings(_ mark: String) async throws {
        let people = [MatrixActor.cohost, .invitee, .removed].map { "\"\(id(of: $0))\"" }.joined(
            separator: ",")
        outing = try await made(
            .host, "/v1/outings",
            #"{"title":"Lunch","invite":{"people":[\#(people)],"emails":["guest-\#(mark)@example.org"]}}"#)
        otherOuting = try await made(
            .stranger, "/v1/outings",
            #"{"title":"Dinner","invite":{"emails":["elsewhere-\#(mark)@example.org"]}}"#)
        try await program.database.execute(.promote(id(of: .cohost), in: outing))
        _ = try await visitor(.host).delete("/v1/outings/\(outing)/attendees/\(id(of: .removed))")
        deletedOuting = try await made(.host, "/v1/outings", #"{"title":"Never"}"#)
        _ = try await visitor(.host).delete("/v1/outings/\(deletedOuting)")
        let guest = try await program.database.one(.invitation(of: "guest-\(mark)@example.org"))
        let elsewhere = try await program.database.one(.invitation(of: "elsewhere-\(mark)@example.org"))
        tokens[.guest] = program.key.personalToken(of: guest.id)
        tokens[.guestElsewhere] = program.key.personalToken(of: elsewhere.id)
        guestPerson = guest.person.description
        invitation = guest.id.description
    }

    private mutating func makeLinks() async throws {
        link = try await makeLink(.host, of: outing)
        revokedLink = try await makeLink(.host, of: outing)
        _ = try await visitor(.host).delete("/v1/outings/\(outing)/links/\(revokedLink.id)")
        otherLink = try await makeLink(.stranger, of: otherOuting).id
    }

    private func makeLink(_ actor: MatrixActor, of outing: String) async throws -> (id: String, token: String)
    {
        let answer = try await visitor(actor).post("/v1/outings/\(outing)/links")
        guard let id = answer["id"].text, let url = answer["url"].text else {
            throw Unexpected(answer: answer)
        }
        return (id, String(url.split(separator: "/").last ?? ""))
    }

    private func made(_ actor: MatrixActor, _ path: String, _ body: String) async throws -> String {
        let answer = try await visitor(actor).post(path, body)
        guard let id = answer["id"].text else { throw Unexpected(answer: answer) }
        return id
    }

    func visitor(_ actor: MatrixActor) -> Visitor { program.site.program(token: tokens[actor]) }

    func id(of actor: MatrixActor) -> PersonID { members[actor]?.id ?? .make() }

    struct Unexpected: Error, CustomStringConvertible {
        let answer: TestSupport.Answer
        var description: String { "unexpected: \(answer)" }
    }
}

extension MatrixWorld {
    /// A friend of `actor`'s, made for this.
    func friend(of actor: MatrixActor) async throws -> String {
        let friend = try await newcomer()
        try await program.database.execute(.befriend(id(of: actor), friend.id))
        return friend.id.description
    }

    func newcomer() async throws -> Cast.Member {
        try await Cast.member("newcomer-\(UUID().uuidString.prefix(12).lowercased())", in: program.database)
    }

    /// A friend request to `actor`.
    func incomingRequest(of actor: MatrixActor) async throws -> String {
        let newcomer = try await newcomer()
        let address = members[actor]?.address ?? ""
        _ = try await program.site.program(token: newcomer.token)
            .post("/v1/friends/requests", #"{"email":"\#(address)"}"#)
        return try await newestRequest(of: actor)
    }

    /// A friend request by `actor`.
    func outgoingRequest(of actor: MatrixActor) async throws -> String {
        let newcomer = try await newcomer()
        _ = try await visitor(actor).post("/v1/friends/requests", #"{"email":"\#(newcomer.address)"}"#)
        return try await newestRequest(of: actor)
    }

    private func newestRequest(of actor: MatrixActor) async throws -> String {
        let list = try await visitor(actor).get("/v1/friends/requests")
        let ids = list["items"].elements.compactMap { $0["id"].text }.sorted()
        guard let id = ids.last else { throw Unexpected(answer: list) }
        return id
    }

    /// Another session of `actor`'s than the one that asks.
    func session(of actor: MatrixActor) async throws -> String {
        let id = SessionID.make()
        try await program.database.execute(.addSession(id, of: self.id(of: actor)))
        return id.description
    }

    /// A circle with a friend of its owner's in it; by hand, as there are more cells than circles that one may have.
    func circle(of actor: MatrixActor) async throws -> (id: String, member: String) {
        let member = try await friend(of: actor)
        let id = CircleID.make()
        try await program.database.execute(.addCircle(id, of: self.id(of: actor), with: PersonID(member)))
        return (id.description, member)
    }

    /// A person whom `actor` has blocked.
    func blocked(by actor: MatrixActor) async throws -> String {
        let person = try await friend(of: actor)
        _ = try await visitor(actor).put("/v1/people/\(person)/block")
        return person
    }

    private func calendarSecret() async throws -> String {
        let answer = try await visitor(.host).post("/v1/calendar/rotate")
        guard let url = answer["url"].text, let name = url.split(separator: "/").last else {
            throw Unexpected(answer: answer)
        }
        return String(name.dropLast(".ics".count))
    }

    func passkey(of actor: MatrixActor) async throws -> String {
        let id = UUID.v7()
        try await program.database.execute(.addPasskey(id, of: self.id(of: actor)))
        return id.uuidString.lowercased()
    }

    func identity(of actor: MatrixActor) async throws -> String {
        let id = UUID.v7()
        try await program.database.execute(.addIdentity(id, of: self.id(of: actor)))
        return id.uuidString.lowercased()
    }

    func export(of actor: MatrixActor) async throws -> String {
        let id = UUID.v7()
        try await program.database.execute(.addExport(id, of: self.id(of: actor)))
        return id.uuidString.lowercased()
    }

    func webhook(of actor: MatrixActor) async throws -> String {
        let id = EndpointID.make()
        let secret = try program.key.seal(Array(repeating: 7, count: 32), "webhook", owner: id.description)
        try await program.database.execute(.addWebhook(id, of: self.id(of: actor), secret: secret))
        return id.description
    }
}

/// The person who was invited at an address.
private struct AskedGuest: PostgresRow {
    let id: InvitationID
    let person: PersonID

    init(row: inout RowReader) throws(PostgresError) {
        id = try row.next()
        person = try row.next()
    }
}

extension Query where Row == AskedGuest {
    fileprivate static func invitation(of address: String) -> Self {
        Query("test.invitation", "SELECT id, person_id FROM invitation WHERE address = \(address)")
    }
}

extension Command {
    fileprivate static func endSessions(of person: PersonID) -> Command {
        Command("test.end_sessions", "DELETE FROM session WHERE person_id = \(person)")
    }

    fileprivate static func befriend(_ one: PersonID, _ other: PersonID) -> Command {
        Command(
            "test.befriend",
            """
            INSERT INTO friendship (low_id, high_id)
            VALUES (LEAST(\(one), \(other)), GREATEST(\(one), \(other)))
            """)
    }

    fileprivate static func promote(_ person: PersonID, in outing: String) -> Command {
        Command(
            "test.promote",
            """
            UPDATE attendance SET role = 'cohost'
             WHERE outing_id = \(OutingID(outing)) AND person_id = \(person)
            """)
    }

    fileprivate static func addCircle(
        _ id: CircleID, of owner: PersonID, with member: PersonID?
    ) -> Command {
        Command(
            "test.add_circle",
            """
            WITH made AS (
                 INSERT INTO circle (id, owner_id, name) VALUES (\(id), \(owner), 'Club') RETURNING id)
            INSERT INTO circle_member (circle_id, person_id) SELECT id, \(member) FROM made
            """)
    }

    fileprivate static func addSession(_ id: SessionID, of person: PersonID) -> Command {
        Command(
            "test.add_session",
            """
            INSERT INTO session (id, person_id, token_hash, ends_at)
            VALUES (\(id), \(person), \(TokenHash(RandomToken.make()).bytes), now() + interval '1 day')
            """)
    }

    fileprivate static func addPasskey(_ id: UUID, of person: PersonID) -> Command {
        Command(
            "test.add_passkey",
            """
            INSERT INTO passkey (id, person_id, credential_id, public_key, algorithm, sign_count,
                                 backup_eligible, backed_up, transports, name)
            VALUES (\(id), \(person), uuid_send(\(id)), 'x', -7, 0, false, false, '{}', 'Phone')
            """)
    }

    fileprivate static func addIdentity(_ id: UUID, of person: PersonID) -> Command {
        Command(
            "test.add_identity",
            """
            INSERT INTO identity (id, person_id, provider, issuer, subject)
            VALUES (\(id), \(person), 'company', 'https://id.example', \(id.uuidString))
            """)
    }

    fileprivate static func addExport(_ id: UUID, of person: PersonID) -> Command {
        Command(
            "test.add_export",
            """
            INSERT INTO data_export (id, person_id, ready_at, expires_at, archive)
            VALUES (\(id), \(person), now(), now() + interval '1 day', 'PK')
            """)
    }

    fileprivate static func addWebhook(_ id: EndpointID, of person: PersonID, secret: [UInt8]) -> Command {
        Command(
            "test.add_webhook",
            """
            INSERT INTO webhook (person_id, id, url, secret)
            VALUES (\(person), \(id), 'https://hook.invalid/' || \(id)::text, \(secret))
            """)
    }
}
