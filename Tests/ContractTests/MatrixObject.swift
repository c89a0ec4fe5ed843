import Access
import Foundation
import NoonishAPI
import Postgres
import TestSupport

/// One thing that a path names, with what each actor is to it.
struct MatrixObject: Sendable {
    enum Kind: String, CaseIterable, Sendable { case own, others, deleted, random, malformed }

    let kind: Kind
    /// By the names of the path's variables.
    let ids: [String: String]
    /// What the caller is to it.
    let relation: Relation
    /// The status of success where it differs from the row's: even a host can neither answer for a person who is not on the
    /// list, nor remove them.
    var done: Int?

    func path(of row: MatrixRow) -> String {
        let template = String(row.route.split(separator: " ")[1])
        return ids.reduce(template) { $0.replacing("{\($1.key)}", with: $1.value) } + row.query
    }
}

extension MatrixWorld {
    /// Everything that the path of `row` can name, as `actor` sees it.
    func objects(of row: MatrixRow, for actor: MatrixActor) async throws -> [MatrixObject] {
        switch row.subject {
        // A tile of the map has no owner.
        case .nothing: [MatrixObject(kind: .own, ids: ["z": "1", "x": "0", "y": "0"], relation: .oneself)]
        case .outing: outings(for: actor)
        case .attendee(let isOneself): attendees(for: actor, isOneself: isOneself)
        case .link: links(for: actor, endsAgain: row.route.hasSuffix("/attendees"))
        case .message: try await messages(for: actor, deletes: row.route.hasPrefix("DELETE"))
        case .suggestion: try await parts(for: actor, "sid", of: suggestion(by: actor))
        case .order: try await orders(for: actor)
        case .venue: try await venues(for: actor)
        case .restaurantToClaim: try await restaurantsToClaim()
        case .claim: try await ownThings(actor, claim)
        case .orderLine: try await parts(for: actor, "lid", of: orderLine(of: actor))
        case .orderPage: try await orderPages()
        case .orderPageLine: try await orderPages(line: orderLine(of: .guest))
        case .poll: try await parts(for: actor, "pid", of: poll())
        case .series: try await series(for: actor)
        case .seriesToken: try await seriesTokens()
        case .payoutKind:
            [
                object(.own, ["kind": "payPal"], .oneself),
                object(.malformed, ["kind": "pigeon"], .stranger),
            ]
        case .bill:
            bills(try await bill(from: id(of: .invitee), to: id(of: .host)), as: actor.relation)
        case .transfer(let asCreditor):
            bills(
                try await transferBill(for: actor, asCreditor: asCreditor),
                as: actor.relation == .stranger ? .stranger : .oneself)
        case .transferPage: try await transferPages()
        case .token:
            openTokens(for: actor, isAnswer: !row.route.hasPrefix("GET") && !row.route.hasSuffix("/open"))
        case .session: try await ownThings(actor) { try await session(of: $0) }
        case .friend: try await ownThings(actor) { try await friend(of: $0) }
        case .incomingRequest: try await ownThings(actor) { try await incomingRequest(of: $0) }
        case .outgoingRequest: try await ownThings(actor) { try await outgoingRequest(of: $0) }
        case .webhook: try await ownThings(actor) { try await webhook(of: $0) }
        case .person: try await people(for: actor)
        case .passkey: try await ownThings(actor) { try await passkey(of: $0) }
        case .identity: try await ownThings(actor) { try await identity(of: $0) }
        case .export: try await ownThings(actor) { try await export(of: $0) }
        case .report: [MatrixObject(kind: .random, ids: ["id": random], relation: .stranger)]
        case .deletion:
            [MatrixObject(kind: .random, ids: ["code": "none"], relation: .stranger, done: 404)]
        case .nobodysProvider:
            [MatrixObject(kind: .random, ids: ["provider": "none"], relation: .stranger, done: 404)]
        case .personalToken:
            personalTokens(as: row.route.hasSuffix("/address") ? .invitee : .oneself)
        case .invitation: invitations(for: actor)
        case .circle: try await ownThings(actor) { try await circle(of: $0).id }
        case .circleMember: try await circleMembers(for: actor)
        case .blocked: try await ownThings(actor) { try await blocked(by: $0) }
        case .calendar:
            [
                object(.own, ["secret": calendar], .stranger),
                MatrixObject(
                    kind: .random, ids: ["secret": RandomToken.make()], relation: .stranger, done: 404),
            ]
        case .channel:
            [
                object(.own, ["channel": "mail"], .oneself),
                object(.malformed, ["channel": "pigeon"], .stranger),
            ]
        case .restaurant: try await publicThings(.anyRestaurant)
        case .restaurantWithMenu: try await publicThings(.anyRestaurantWithMenu)
        case .dish: try await publicThings(.anyDish)
        case .liveRestaurant:
            // No live source is configured.
            [MatrixObject(kind: .random, ids: ["source": "yelp", "id": "x"], relation: .stranger, done: 404)]
        }
    }

    /// Something in the directory, which everyone can read.
    private func publicThings(_ query: Query<String>) async throws -> [MatrixObject] {
        let ids = { (id: String) in ["id": id, "number": "1", "item": "none"] }
        return [
            object(.own, ids(try await program.database.one(query)), .stranger),
            MatrixObject(kind: .random, ids: ids(random), relation: .stranger, done: 404),
            MatrixObject(kind: .malformed, ids: ids("x"), relation: .stranger, done: 404),
        ]
    }

    private var random: String { UUID().uuidString.lowercased() }

    private func object(_ kind: MatrixObject.Kind, _ ids: [String: String], _ relation: Relation)
        -> MatrixObject
    {
        MatrixObject(kind: kind, ids: ids, relation: relation)
    }

    /// What `actor` is to the stranger's outing.
    private func relationElsewhere(_ actor: MatrixActor) -> Relation {
        switch actor {
        case .stranger: .host
        case .guestElsewhere: .invitee
        default: .stranger
        }
    }

    private func outings(for actor: MatrixActor) -> [MatrixObject] {
        [
            object(.own, ["id": outing], actor.relation),
            object(.others, ["id": otherOuting], relationElsewhere(actor)),
            object(.deleted, ["id": deletedOuting], .stranger), object(.random, ["id": random], .stranger),
            object(.malformed, ["id": "none"], .stranger),
        ]
    }

    /// The outing has an order; the strangers' outing has none.
    private func orders(for actor: MatrixActor) async throws -> [MatrixObject] {
        _ = try await order()
        return [
            object(.own, ["id": outing], actor.relation),
            MatrixObject(
                kind: .others, ids: ["id": otherOuting],
                relation: relationElsewhere(actor) == .stranger ? .stranger : .host, done: 404),
            object(.deleted, ["id": deletedOuting], .stranger), object(.random, ["id": random], .stranger),
            object(.malformed, ["id": "none"], .stranger),
        ]
    }

    private func attendees(for actor: MatrixActor, isOneself: Bool) -> [MatrixObject] {
        let person =
            switch actor {
            case .guest: guestPerson
            case let actor where isOneself: id(of: actor).description
            default: ""
            }
        let whom =
            isOneself && actor != .anonymous ? person : isOneself ? random : id(of: .invitee).description
        let isHost = actor == .host || actor == .cohost
        let isHostOwn = isOneself && actor == .host
        // The invitee naming the invitee is not one who names another.
        let target = !isOneself && actor == .invitee ? guestPerson : whom
        return [
            // A host cannot leave.
            MatrixObject(
                kind: .own, ids: ["id": outing, "personId": target], relation: actor.relation,
                done: isHostOwn ? 409 : nil),
            MatrixObject(
                kind: .random, ids: ["id": outing, "personId": random], relation: actor.relation,
                done: isOneself && !isHost ? 403 : 404),
            // Elsewhere the stranger is the host, who cannot leave, and the other guest is not the person in the path.
            MatrixObject(
                kind: .others, ids: ["id": otherOuting, "personId": whom], relation: relationElsewhere(actor),
                done: !isOneself ? 404 : actor == .stranger ? 409 : 403),
            object(.deleted, ["id": deletedOuting, "personId": whom], .stranger),
            object(.malformed, ["id": outing, "personId": "none"], .stranger),
        ]
    }

    private func messages(for actor: MatrixActor, deletes: Bool) async throws -> [MatrixObject] {
        let author: MatrixActor = actor == .invitee ? .host : .invitee
        let others = deletes ? try await message(by: author) : message[author, default: ""]
        var objects = [
            object(.others, ["id": outing, "mid": others], actor.relation),
            object(.others, ["id": otherOuting, "mid": others], .stranger),
            object(.random, ["id": outing, "mid": random], .stranger),
            object(.malformed, ["id": outing, "mid": "none"], .stranger),
        ]
        if actor.relation != .stranger {
            let own =
                if !deletes, let said = message[actor] { said } else { try await message(by: actor) }
            objects.append(object(.own, ["id": outing, "mid": own], .oneself))
        }
        return objects
    }

    /// Something of the outing: there, on another outing, and nowhere.
    private func parts(for actor: MatrixActor, _ name: String, of id: String) -> [MatrixObject] {
        [
            object(.own, ["id": outing, name: id], actor.relation),
            MatrixObject(
                kind: .others, ids: ["id": otherOuting, name: id], relation: relationElsewhere(actor),
                done: 404),
            MatrixObject(
                kind: .random, ids: ["id": outing, name: random], relation: actor.relation, done: 404),
            object(.deleted, ["id": deletedOuting, name: id], .stranger),
            object(.malformed, ["id": "none", name: id], .stranger),
        ]
    }

    /// A bill of the outing; on another outing, and none, it is not there for anyone.
    private func bills(_ bill: MatrixBill, as relation: Relation) -> [MatrixObject] {
        var none = MatrixBill().ids
        none["version"] = "1"
        return [
            object(.own, bill.ids.merging(["id": outing]) { $1 }, relation),
            object(.others, bill.ids.merging(["id": otherOuting]) { $1 }, .stranger),
            object(.random, none.merging(["id": outing]) { $1 }, .stranger),
            object(.deleted, bill.ids.merging(["id": deletedOuting]) { $1 }, .stranger),
            object(.malformed, bill.ids.merging(["id": "none"]) { $1 }, .stranger),
        ]
    }

    /// - Parameter endsAgain: Whether a link that was revoked may be asked for.
    private func links(for actor: MatrixActor, endsAgain: Bool) -> [MatrixObject] {
        [
            object(.own, ["id": outing, "linkId": link.id], actor.relation),
            MatrixObject(
                kind: .deleted, ids: ["id": outing, "linkId": revokedLink.id], relation: actor.relation,
                done: endsAgain ? nil : 404),
            MatrixObject(
                kind: .others, ids: ["id": outing, "linkId": otherLink], relation: actor.relation, done: 404),
            MatrixObject(
                kind: .random, ids: ["id": outing, "linkId": random], relation: actor.relation, done: 404),
            // The permission to read links is checked before their names are parsed.
            MatrixObject(
                kind: .random, ids: ["id": outing, "linkId": "none"], relation: actor.relation, done: 404),
        ]
    }

    /// Anyone with the address is admitted: the token is the proof.
    private func openTokens(for actor: MatrixActor, isAnswer: Bool) -> [MatrixObject] {
        [
            // A host who opens a share link learns that it is their own outing; a removed attendee is a stranger.
            MatrixObject(
                kind: .own, ids: ["token": link.token],
                relation: actor == .removed ? .stranger : .linkHolder,
                done: actor == .host && isAnswer ? 409 : nil),
            object(.others, ["token": tokens[.guest] ?? ""], .invitee),
            MatrixObject(kind: .deleted, ids: ["token": revokedLink.token], relation: .stranger),
            object(.random, ["token": RandomToken.make()], .stranger),
            object(.malformed, ["token": "x"], .stranger),
        ]
    }

    /// Anyone with the guest's link may do what the guest may; a share link belongs to no person.
    func personalTokens(as relation: Relation) -> [MatrixObject] {
        [
            object(.own, ["token": tokens[.guest] ?? ""], relation),
            MatrixObject(kind: .others, ids: ["token": link.token], relation: relation, done: 404),
            MatrixObject(kind: .deleted, ids: ["token": revokedLink.token], relation: relation, done: 404),
            MatrixObject(kind: .random, ids: ["token": RandomToken.make()], relation: relation, done: 404),
            object(.malformed, ["token": "x"], relation),
        ]
    }

    private func invitations(for actor: MatrixActor) -> [MatrixObject] {
        [
            object(.own, ["id": outing, "invitationId": invitation], actor.relation),
            MatrixObject(
                kind: .random, ids: ["id": outing, "invitationId": random], relation: actor.relation,
                done: 404),
            object(.others, ["id": otherOuting, "invitationId": random], .stranger),
        ]
    }

    private func people(for actor: MatrixActor) async throws -> [MatrixObject] {
        guard actor.isMember else {
            return [object(.others, ["id": id(of: .host).description], .stranger)]
        }
        return [
            object(.own, ["id": id(of: actor).description], .oneself),
            object(.own, ["id": try await friend(of: actor)], .acquaintance),
            object(.others, ["id": try await newcomer().id.description], .stranger),
            object(.random, ["id": random], .stranger), object(.malformed, ["id": "none"], .stranger),
        ]
    }

    /// A person in a circle: the caller's, another person's, and one that does not exist.
    private func circleMembers(for actor: MatrixActor) async throws -> [MatrixObject] {
        let owner: MatrixActor = actor == .cohost ? .invitee : .cohost
        let others = try await circle(of: owner)
        var objects = [
            object(.others, ["id": others.id, "personId": others.member], .stranger),
            object(.random, ["id": random, "personId": random], .stranger),
            object(.malformed, ["id": "none", "personId": random], .stranger),
        ]
        if actor.isMember {
            let own = try await circle(of: actor)
            objects.append(object(.own, ["id": own.id, "personId": own.member], .oneself))
        }
        return objects
    }

    /// A series that the caller hosts, one that they are in, one that they are not in, and one that does not exist.
    private func series(for actor: MatrixActor) async throws -> [MatrixObject] {
        let other = try await newcomer().id
        func ids(_ series: String) -> [String: String] {
            [
                "id": series, "date": "2100-03-11", "personId": other.description,
                "inviteeId": other.description,
            ]
        }
        let host: MatrixActor = actor == .cohost ? .invitee : .cohost
        var objects = [
            object(.others, ids(try await series(of: id(of: host), with: [other])), .stranger),
            object(.random, ids(random), .stranger), object(.malformed, ids("none"), .stranger),
        ]
        if actor.isMember {
            let me = id(of: actor)
            objects += [
                object(.own, ids(try await series(of: me, with: [other])), .host),
                object(.own, ids(try await series(of: id(of: host), with: [me, other])), .invitee),
            ]
        }
        return objects
    }

    /// Anyone with the address is admitted.
    private func seriesTokens() async throws -> [MatrixObject] {
        [
            object(.own, ["token": try await seriesToken()], .linkHolder),
            object(.random, ["token": RandomToken.make()], .stranger),
            object(.malformed, ["token": "x"], .stranger),
        ]
    }

    /// A thing of the caller's, the same of another person's, and one that does not exist.
    private func ownThings(
        _ actor: MatrixActor, _ make: (MatrixActor) async throws -> String
    ) async throws -> [MatrixObject] {
        var objects = [
            object(.random, ["id": random], .stranger), object(.malformed, ["id": "none"], .stranger),
        ]
        let owner: MatrixActor = actor == .cohost ? .invitee : .cohost
        objects.append(object(.others, ["id": try await make(owner)], .stranger))
        if actor.isMember { objects.append(object(.own, ["id": try await make(actor)], .oneself)) }
        return objects
    }
}
