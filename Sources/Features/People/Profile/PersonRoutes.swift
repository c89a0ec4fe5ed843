package import Access
import Accounts
import HTTPKit
import HTTPTypes
import Hummingbird
import Initializers
import JSON
package import NoonishAPI
import OpenAPI
package import Postgres

/// Reports whether two people have met on an outing. The feature that owns outings implements it.
package protocol SharedOutings: Sendable {
    func haveSharedOuting(_ one: PersonID, _ other: PersonID) async throws -> Bool

    /// Returns those of `others` who have an account and have met `person`.
    func companions(of person: PersonID, among others: [PersonID]) async throws -> Set<PersonID>
}

/// The caller's profile, and other people's.
struct PersonRoutes: RouteGroup {
    let database: PostgresClient
    let acquaintance: Acquaintance

    static let definitions: [RouteDefinition<Self>] = [
        RouteDefinition(
            .readMe, .readSelf, scope: .member, "Read the caller's profile",
            answers: [.ok(.me, "The caller", isTagged: true)],
            handler: readSelf),
        RouteDefinition(
            .editMe, .editSelf, scope: .member, "Edit the caller's profile",
            body: .mergePatch(
                .object(
                    .optional("name", .ownName), .optional("timeZone", .timeZone.orNull),
                    .optional("locale", .text(0...AccountLimits.locale.upperBound, "fi").orNull))),
            answers: [.ok(.me, "The caller", isTagged: true)],
            problems: [.faults("unknown_time_zone", "unknown_locale")], handler: editSelf),
        RouteDefinition(
            .readPerson, .readPerson, scope: .member, "Read a person",
            "The caller, friends, and people the caller has shared an outing with; others are answered with 404.",
            answers: [.ok(.person, "The person", isTagged: true)], handler: readPerson),
    ]

    func readSelf(_ call: Call) async throws -> Response {
        let me = try await database.one(.me(call.oneself(.readSelf)))
        return .json(.ok, me, etag: .content)
    }

    func editSelf(_ call: Call) async throws -> Response {
        let capability = try call.oneself(.editSelf)
        let patch = try await PersonPatch(call.body())
        let me = try await database.transaction { transaction in
            try await transaction.execute(.update(capability, by: patch))
            return try await transaction.one(.me(capability))
        }
        return .json(.ok, me, etag: .content)
    }

    func readPerson(_ call: Call) async throws -> Response {
        let id = try call.id("id", PersonID.self)
        let relation = try await acquaintance.relation(of: try call.person, to: id)
        let capability = try decide(call.actor, .readPerson, id, as: relation.relation)
        guard var person = try await database.first(.people([capability.object])) else {
            throw Denial.notFound
        }
        person.isFriend = relation.isFriend
        return .json(.ok, person, etag: .content)
    }
}

/// The relation between two people.
@MemberwiseInit
package struct Acquaintance: Sendable {
    let database: any Database
    let sharedOutings: any SharedOutings

    /// Runs every query each time, so that the response time does not reveal whether a stranger exists.
    package func relation(
        of person: PersonID, to other: PersonID
    ) async throws -> (relation: Relation, isFriend: Bool) {
        let areFriends = try await database.one(.areFriends(person, other))
        let haveMet = try await sharedOutings.haveSharedOuting(person, other)
        let knowEachOther = try await database.one(.areFriendsElsewhere(person, other))
        let areBlocked = try await database.one(.areBlocked(person, other))
        if person == other { return (.oneself, false) }
        guard !areBlocked else { return (.stranger, false) }
        return (areFriends || haveMet || knowEachOther ? .acquaintance : .stranger, areFriends)
    }

    /// Returns those of `others` who are friends of `person` or have met them, and are not blocked.
    package func known(to person: PersonID, among others: [PersonID]) async throws -> Set<PersonID> {
        guard !others.isEmpty else { return [] }
        let friends = try await database.all(.friends(of: person, among: others))
        let companions = try await sharedOutings.companions(of: person, among: others)
        let blocked = try await database.all(.blocks(with: person, among: others))
        return companions.union(friends).subtracting(blocked)
    }
}
