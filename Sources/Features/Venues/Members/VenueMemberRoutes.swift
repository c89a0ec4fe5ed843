package import Access
package import Accounts
import HTTPKit
import HTTPTypes
import Hummingbird
import Initializers
import NoonishAPI
import OpenAPI
package import People
package import Postgres

/// The people who run a venue or work there. Owners add their friends and people they have met, so that no address has to
/// be looked up for it.
@MemberwiseInit
package struct VenueMemberRoutes: RouteGroup {
    let database: PostgresClient
    let acquaintance: Acquaintance
    var clock: AccountClock = .databaseTime

    package static let definitions: [RouteDefinition<Self>] = [
        RouteDefinition(
            .listVenueMembers, .readVenueMembers, scope: .member, "List the people of a venue",
            "Owners first.", parameters: [.limit(nil, most: PageLimits.maximum)],
            answers: [.ok(.page(of: .venueMember), "All of them, on one page", isTagged: true)],
            problems: [.forbidden], handler: list),
        RouteDefinition(
            .addVenueMember, .manageVenueMembers, scope: .member, "Add a person to a venue",
            "A friend of the caller, or a person the caller has shared an outing with. Adding a person again changes their role.",
            body: .json(.object(.field("personId", .id), .field("role", role))),
            answers: [.ok(.page(of: .venueMember), "The people of the venue")],
            problems: [
                .forbidden, .signInAgain, .of(VenueProblems.notAcquainted), .of(VenueProblems.full),
                .of(VenueProblems.lastOwner),
            ], handler: add),
        RouteDefinition(
            .changeVenueMember, .manageVenueMembers, scope: .member, "Change the role of a person",
            body: .mergePatch(.object(.field("role", role))),
            answers: [.ok(.page(of: .venueMember), "The people of the venue")],
            problems: [.forbidden, .signInAgain, .of(VenueProblems.lastOwner)], handler: change),
        RouteDefinition(
            .removeVenueMember, .leaveVenue, scope: .member, "Remove a person from a venue",
            "Owners remove others. Everyone can leave.", answers: [.done("Removed")],
            problems: [.forbidden, .signInAgain, .of(VenueProblems.lastOwner)], handler: remove),
    ]

    private static let role = Schema.oneOf(NewRole.self)

    /// The roles that a person can have.
    private enum NewRole: String, CaseIterable, Sendable { case owner, staff }

    func list(_ call: Call) async throws -> Response {
        try call.query.finishWholeList()
        let (_, capability) = try await VenueEdits.authorize(
            call.actor, .readVenueMembers, on: try call.id("id"), in: database)
        return .json(.ok, WholeList(try await database.all(.members(of: capability))), etag: .content)
    }

    func add(_ call: Call) async throws -> Response {
        var body = try await call.body()
        let person = body.required(
            "personId", .parsed("an id", code: "malformed_id", longest: 36) { PersonID($0) })
        let role = body.required("role", .oneOf(NewRole.self))
        let (id, chosen) = try body.finish(person, role)
        return try await edit(call) { venue, members, transaction in
            let isMember = members.contains { $0.person.id == id }
            let known = try await acquaintance.known(to: call.person, among: [id])
            guard isMember || known.contains(id) else { throw VenueProblems.notAcquainted }
            guard isMember || members.count < VenueLimits.members else { throw VenueProblems.full }
            try await set(chosen, of: id, at: venue, members, by: call.actor, in: transaction)
        }
    }

    func change(_ call: Call) async throws -> Response {
        let person: PersonID = try call.id("personId")
        let role = try await call.body("role", .oneOf(NewRole.self))
        return try await edit(call) { venue, members, transaction in
            guard members.contains(where: { $0.person.id == person }) else { throw Denial.notFound }
            try await set(role, of: person, at: venue, members, by: call.actor, in: transaction)
        }
    }

    func remove(_ call: Call) async throws -> Response {
        let id: RestaurantID = try call.id("id")
        let person: PersonID = try call.id("personId")
        let leaves = try call.person == person
        if !leaves {
            _ = try await VenueEdits.authorize(call.actor, .manageVenueMembers, on: id, in: database)
            try await call.requireRecentSignIn(database, clock: clock)
        }
        return try await call.write(database) { transaction in
            let (_, capability) = try await VenueEdits.lock(
                id, call.actor, leaves ? .leaveVenue : .manageVenueMembers, in: transaction)
            let members = try await transaction.all(.members(of: capability))
            guard let member = members.first(where: { $0.person.id == person }) else { throw Denial.notFound }
            guard members.hasOwner(besides: person) else { throw VenueProblems.lastOwner }
            try await transaction.execute(.removeMember(person, of: id))
            try await transaction.execute(
                .append(
                    .memberRemoved, before: ["person": "\(person)", "role": member.role.rawValue], to: id,
                    by: call.actor.person))
            try await transaction.audit(call.line(.roleChanged, "venue:\(id)"))
            return .empty()
        }
    }

    private func set(
        _ role: NewRole, of person: PersonID, at venue: RestaurantID, _ members: [VenueMember],
        by actor: Actor, in transaction: Transaction
    ) async throws {
        let old = members.first { $0.person.id == person }?.role
        let new: Venue.Role = role == .owner ? .owner : .staff
        guard old != new else { return }
        guard new == .owner || members.hasOwner(besides: person) else { throw VenueProblems.lastOwner }
        try await transaction.execute(.setRole(new, of: person, at: venue))
        try await transaction.execute(
            .append(
                old == nil ? .memberAdded : .memberChanged,
                before: old.map { ["person": "\(person)", "role": $0.rawValue] },
                after: ["person": "\(person)", "role": new.rawValue], to: venue, by: actor.person))
    }

    /// Edits the people of a venue as one of its owners, and returns them.
    private func edit(
        _ call: Call,
        _ edit: @escaping @Sendable (RestaurantID, [VenueMember], Transaction) async throws -> Void
    ) async throws -> Response {
        let id: RestaurantID = try call.id("id")
        _ = try await VenueEdits.authorize(call.actor, .manageVenueMembers, on: id, in: database)
        try await call.requireRecentSignIn(database, clock: clock)
        return try await call.write(database) { transaction in
            let (_, capability) = try await VenueEdits.lock(
                id, call.actor, .manageVenueMembers, in: transaction)
            try await edit(id, try await transaction.all(.members(of: capability)), transaction)
            let members = try await transaction.all(.members(of: capability))
            try await transaction.audit(call.line(.roleChanged, "venue:\(id)"))
            return .json(.ok, WholeList(members))
        }
    }
}

extension [VenueMember] {
    fileprivate func hasOwner(besides person: PersonID) -> Bool {
        contains { $0.role == .owner && $0.person.id != person }
    }
}
