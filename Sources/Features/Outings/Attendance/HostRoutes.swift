package import Access
import Accounts
import HTTPKit
import HTTPTypes
import Hummingbird
import Initializers
import NoonishAPI
import OpenAPI
package import Postgres
package import Restaurants

/// Cohosts, and transfers of an outing.
@MemberwiseInit
package struct HostRoutes: RouteGroup {
    let database: PostgresClient
    let record: OutingRecord
    let hours: HoursPatterns

    package static let definitions: [RouteDefinition<Self>] = [
        RouteDefinition(
            .setRole, .changeRole, scope: .member, "Set the role of an attendee",
            "Allowed to the host, and to a cohost who steps down.",
            body: .json(.object(.field("role", .words(["cohost", "invitee"])))),
            answers: [.ok(.outing, "The outing", isTagged: true)],
            problems: [
                .forbidden, .of(OutingProblems.hostStays), .of(OutingProblems.done),
                .of(OutingProblems.needsAccount),
            ], handler: setRole),
        RouteDefinition(
            .transferHost, .transferHost, scope: .member, "Transfer an outing to another host",
            "The new host must be an attendee with an account.",
            body: .json(.object(.field("personId", .id))),
            answers: [.ok(.outing, "The outing", isTagged: true)],
            problems: [
                .forbidden, .faults("malformed_id"), .of(OutingProblems.notOnTheList),
                .of(OutingProblems.needsAccount), .of(OutingProblems.done),
            ], handler: transfer),
    ]

    var edits: HostEdits { HostEdits(record: record) }

    /// Sets the role of an attendee.
    ///
    /// - Throws: 409 `host_stays` for the host; 422 `needs_account` for a guest.
    func setRole(_ call: Call) async throws -> Response {
        let id: OutingID = try call.id("id")
        let person: PersonID = try call.id("personId")
        let role = try await call.body("role", .oneOf(GivenRole.self)).role
        return try await call.write(database) { transaction in
            try await edits.setRole(role, of: person, in: id, by: call.actor, in: transaction)
            return try await present(id, to: call, in: transaction)
        }
    }

    func transfer(_ call: Call) async throws -> Response {
        let id: OutingID = try call.id("id")
        let person: PersonID = try await call.body("personId", .id())
        return try await call.write(database) { transaction in
            try await edits.transfer(id, to: person, by: call.actor, in: transaction)
            return try await present(id, to: call, in: transaction)
        }
    }

    private func present(
        _ id: OutingID, to call: Call, in transaction: Transaction
    ) async throws -> Response {
        let outing = try await transaction.one(.outing(id, for: call.actor.person))
        return .json(.ok, try await hours.wire(outing, in: database), etag: .version(outing.version))
    }
}

/// A role that a request can assign.
private enum GivenRole: String, Sendable, CaseIterable {
    case cohost, invitee

    var role: AttendanceRole { self == .cohost ? .cohost : .invitee }
}
