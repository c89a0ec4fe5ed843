package import Access
import Accounts
import HTTPKit
import HTTPTypes
import Hummingbird
import Initializers
import NoonishAPI
import OpenAPI
package import People
package import Postgres

/// Circles: named groups of friends. They are private to their owner; members are not notified.
@MemberwiseInit
package struct CircleRoutes: RouteGroup {
    let database: PostgresClient
    let acquaintance: Acquaintance

    package static let definitions: [RouteDefinition<Self>] = [
        RouteDefinition(
            .listCircles, .readCircles, scope: .member, "List circles",
            "Circles are private to their owner; members are not notified.",
            parameters: [.limit(nil, most: PageLimits.maximum)],
            answers: [.ok(.page(of: .circle), "All of them, on one page", isTagged: true)], handler: list),
        RouteDefinition(
            .createCircle, .editCircles, scope: .member, "Create a circle",
            body: .json(
                .object(
                    .field("name", .circleName),
                    .optional("people", .array(of: .id, max: CircleLimits.circleMembers).orNull))),
            answers: [.json(201, .circle, "The circle", [.location])],
            problems: [
                .faults("malformed_id"), .of(VisitProblems.notFriends([])), .limit(VisitProblems.tooMany),
            ], handler: create),
        RouteDefinition(
            .readCircle, .readCircles, scope: .member, "Read a circle",
            answers: [.ok(.circle, "The circle with its members", isTagged: true)], handler: read),
        RouteDefinition(
            .renameCircle, .editCircles, scope: .member, "Rename a circle",
            body: .mergePatch(.object(.field("name", .circleName))),
            answers: [.ok(.circle, "The renamed circle")],
            handler: rename),
        RouteDefinition(
            .deleteCircle, .editCircles, scope: .member, "Delete a circle", answers: [.done("Deleted")],
            handler: delete),
        RouteDefinition(
            .addToCircle, .editCircles, scope: .member, "Add a person to a circle",
            "Adding a person again changes nothing.",
            answers: [.ok(.circle, "The circle with them")],
            problems: [.of(VisitProblems.notFriends([])), .of(VisitProblems.full)], handler: add),
        RouteDefinition(
            .removeFromCircle, .editCircles, scope: .member, "Remove a person from a circle",
            answers: [.done("The circle without them")], handler: remove),
    ]

    /// Lists all circles with their members on one page, because their number is limited.
    func list(_ call: Call) async throws -> Response {
        let me = try call.oneself(.readCircles)
        try call.query.finishWholeList()
        return .json(.ok, WholeList(try await database.all(.circles(of: me))), etag: .content)
    }

    func read(_ call: Call) async throws -> Response {
        let me = try call.oneself(.readCircles)
        let id = try call.id("id", CircleID.self)
        return .json(.ok, try await circle(id, of: me, in: database), etag: .content)
    }

    /// Creates a circle.
    ///
    /// - Throws: 422 `not_acquainted` for each person who is neither a friend nor has shared an outing with the
    ///   caller.
    func create(_ call: Call) async throws -> Response {
        let me = try call.oneself(.editCircles)
        let new = try NewCircle(await call.body())
        let known = try await acquaintance.known(to: me.object, among: new.people)
        let faults = new.people.enumerated().filter { !known.contains($0.element) }.map {
            VisitProblems.notAFriend("/people/\($0.offset)")
        }
        guard faults.isEmpty else { throw VisitProblems.notFriends(faults) }
        return try await call.write(database) { transaction in
            _ = try await transaction.one(.lockPair(me.object.description, "circles"))
            guard let id = try await transaction.first(.insertCircle(new.name, of: me)) else {
                throw VisitProblems.tooMany
            }
            try await transaction.execute(.add(new.people, to: id))
            return .json(
                .created, try await circle(id, of: me, in: transaction),
                headers: [.location: call.site.url("/v1/circles/\(id)")])
        }
    }

    func rename(_ call: Call) async throws -> Response {
        let me = try call.oneself(.editCircles)
        let id = try call.id("id", CircleID.self)
        let name = try await call.body("name", .text(CircleLimits.circleName))
        return try await call.write(database) { transaction in
            guard try await transaction.first(.lockCircle(id, of: me)) != nil else { throw Denial.notFound }
            try await transaction.execute(.rename(id, to: name))
            return .json(.ok, try await circle(id, of: me, in: transaction))
        }
    }

    func delete(_ call: Call) async throws -> Response {
        let me = try call.oneself(.editCircles)
        let id = try call.id("id", CircleID.self)
        guard try await database.execute(.deleteCircle(id, of: me)) == 1 else { throw Denial.notFound }
        return .empty()
    }

    /// Adds a person. Adding a member again changes nothing.
    func add(_ call: Call) async throws -> Response {
        let me = try call.oneself(.editCircles)
        let id = try call.id("id", CircleID.self)
        let person = try call.id("personId", PersonID.self)
        let isKnown = try await acquaintance.known(to: me.object, among: [person]).contains(person)
        return try await call.write(database) { transaction in
            guard let count = try await transaction.first(.lockCircle(id, of: me)) else {
                throw Denial.notFound
            }
            guard isKnown else { throw VisitProblems.notFriends([VisitProblems.notAFriend("")]) }
            guard count < CircleLimits.circleMembers else { throw VisitProblems.full }
            try await transaction.execute(.add([person], to: id))
            return .json(.ok, try await circle(id, of: me, in: transaction))
        }
    }

    func remove(_ call: Call) async throws -> Response {
        let me = try call.oneself(.editCircles)
        let id = try call.id("id", CircleID.self)
        let person = try call.id("personId", PersonID.self)
        guard try await database.execute(.remove(person, from: id, of: me)) == 1 else {
            throw Denial.notFound
        }
        return .empty()
    }

    private func circle(
        _ id: CircleID, of me: Capability<PersonID>, in database: any Database
    ) async throws -> Circle {
        guard let circle = try await database.first(.circles(of: me, only: id)) else { throw Denial.notFound }
        return circle
    }
}

/// A validated request for a circle.
private struct NewCircle: Sendable {
    let name: String
    let people: [PersonID]

    init(_ body: ObjectReader) throws(Problem) {
        var body = body
        let name = body.required("name", .text(CircleLimits.circleName))
        let wanted = body.array(
            "people", .parsed("an id", code: "malformed_id", longest: 36) { PersonID($0) },
            max: CircleLimits.circleMembers)
        self.name = try body.finish(name)
        var seen: Set<PersonID> = []
        people = wanted.filter { seen.insert($0).inserted }
    }
}

enum VisitProblems {
    /// The problem of a person whom the caller does not know, or who does not exist.
    static func notAFriend(_ pointer: String) -> Problem.Fault {
        .init(
            pointer, "not_acquainted",
            "A circle can include friends and people you’ve shared an outing with.")
    }

    static func notFriends(_ faults: [Problem.Fault]) -> Problem {
        var problem = Problem.unprocessable(
            "not_acquainted", "A circle can include friends and people you’ve shared an outing with.")
        problem.errors = faults
        return problem
    }

    static let tooMany = Problem.unprocessable(
        "too_many_circles", "You have \(CircleLimits.circles) circles. Remove one first."
    ).withLimit(CircleLimits.circles)
    static let full = Problem.unprocessable(
        "circle_full", "A circle takes \(CircleLimits.circleMembers) people.")
}
