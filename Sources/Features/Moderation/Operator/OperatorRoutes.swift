package import Access
import Accounts
import Foundation
import HTTPKit
import HTTPTypes
import Hummingbird
import Initializers
import JSON
import NoonishAPI
import OpenAPI
import People
package import Postgres
import Privacy

/// People, reports and failed deliveries, for operators. Every request is recorded in the audit log.
@MemberwiseInit
package struct OperatorRoutes: RouteGroup {
    let database: PostgresClient
    let accessGuard: OperatorAccess
    let actions: OperatorActions

    package static let definitions: [RouteDefinition<Self>] =
        [
            RouteDefinition(
                .findPeopleAsOperator, .operate, scope: .anyone, "Find people",
                "Every request is recorded in the audit log. Callers who are not operators get 404.",
                parameters: [
                    .query("query", .text(1...254, "leila"), isRequired: true, "A name, address or id.")
                ], answers: [.ok(.page(of: .managedPerson), "On one page")], problems: [.notFound],
                handler: people),
            act(.signOutAsOperator, "End all sessions of a person", handler: signOut),
            act(.removePictureAsOperator, "Remove a person's picture", handler: removePicture),
            act(
                .renameAsOperator, "Rename a person", body: .json(.object(.field("name", .ownName))),
                handler: rename),
            act(.eraseAsOperator, "Schedule the erasure of a person", handler: erase),
            RouteDefinition(
                .listReports, .operate, scope: .anyone, "List open reports",
                answers: [.ok(.page(of: .report), "On one page")], problems: [.notFound], handler: reports),
            act(
                .closeReport, "Close a report",
                body: .json(
                    .object(.field("outcome", .text(1...500, multiline: true, "Renamed them.")))),
                handler: close),
            RouteDefinition(
                .listDeadDeliveries, .operate, scope: .anyone, "List failed deliveries",
                answers: [.ok(.page(of: .deadDelivery), "On one page, newest first")], problems: [.notFound],
                handler: deliveries),
            act(
                .retryDeliveries, "Retry failed deliveries",
                body: .json(
                    .object(.optional("watches", .array(of: .id, max: 1_000).orNull)), isRequired: false),
                handler: retry),
            RouteDefinition(
                .readAudit, .operate, scope: .anyone, "List the newest lines of the audit log",
                parameters: [.limit(100, most: 1_000)], answers: [.ok(.page(of: .auditLine), "On one page")],
                problems: [.notFound], handler: audit),
        ]
        + OperatorPage.definitions {
            OperatorPage(database: $0.database, accessGuard: $0.accessGuard, actions: $0.actions)
        }

    func people(_ call: Call) async throws -> Response {
        try await recordView("people", call)
        var query = call.query
        let words = query.required("query", .text(1...254))
        return .json(.ok, WholeList(try await database.all(.managed(try query.finish(words)))))
    }

    func signOut(_ call: Call) async throws -> Response {
        try await act(.signOut(call.id("id")), call)
    }

    func removePicture(_ call: Call) async throws -> Response {
        try await act(.removePicture(call.id("id")), call)
    }

    func rename(_ call: Call) async throws -> Response {
        try await accessGuard.check(call, database)
        var body = try await call.body()
        let name = body.required("name", .personName)
        return try await act(.rename(call.id("id"), try body.finish(name)), call)
    }

    /// Schedules an erasure in seven days. The person can cancel it.
    func erase(_ call: Call) async throws -> Response {
        try await act(.erase(call.id("id")), call)
    }

    func reports(_ call: Call) async throws -> Response {
        try await recordView("reports", call)
        return .json(.ok, WholeList(try await database.all(.openReports)))
    }

    func close(_ call: Call) async throws -> Response {
        try await accessGuard.check(call, database)
        guard let id = UUID(uuidString: try call.text("id")) else { throw Problem.notFound }
        var body = try await call.body()
        let outcome = body.required("outcome", .text(1...500, multiline: true))
        return try await act(.close(report: id, outcome: try body.finish(outcome)), call)
    }

    func deliveries(_ call: Call) async throws -> Response {
        try await recordView("deliveries", call)
        return .json(.ok, WholeList(try await actions.deliveries.dead()))
    }

    /// Retries the given deliveries, or all of them.
    func retry(_ call: Call) async throws -> Response {
        try await accessGuard.check(call, database)
        var body = try await call.bodyOrEmpty()
        let isNamed = body.has("watches")
        let watches = body.array("watches", .watch, max: 1_000)
        try body.finish()
        return try await act(.retry(isNamed ? watches : nil), call)
    }

    func audit(_ call: Call) async throws -> Response {
        try await recordView("audit", call)
        var query = call.query
        let limit = query.optional("limit", .integer(1...1_000)) ?? 100
        try query.finish()
        return .json(.ok, WholeList(try await AuditLog(database).newest(limit)))
    }

    private func recordView(_ at: String, _ call: Call) async throws {
        try await accessGuard.check(call, database)
        try await database.audit(call.line(.operatorViewed, at))
    }

    /// Performs an action. A caller at the machine itself needs no further proof.
    private func act(_ act: @autoclosure () throws -> OperatorActions.ModerationAction, _ call: Call)
        async throws -> Response
    {
        try await accessGuard.check(call, database)
        try await call.requireRecentSignInOfMember(database, clock: .databaseTime)
        try await actions.do(act(), call)
        return .empty()
    }
}

extension OperatorRoutes {
    /// A route that changes something, for operators who have signed in recently.
    private static func act(
        _ endpoint: Endpoint, _ summary: String, body: Body? = nil,
        handler: @escaping @Sendable (Self) -> Route.Handler
    ) -> RouteDefinition<Self> {
        RouteDefinition(
            endpoint, .operate, scope: .anyone, summary, "`Idempotency-Key` is ignored.", body: body,
            answers: [.done("Done, and recorded in the audit log")], problems: [.notFound, .signInAgain],
            isIdempotent: false, handler: handler)
    }
}

extension ValueParser where Value == WatchID {
    fileprivate static var watch: ValueParser<WatchID> {
        .parsed("the id of a watch", longest: 36) { WatchID($0) }
    }
}
