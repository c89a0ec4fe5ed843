package import Access
internal import Accounts
internal import Foundation
internal import HTTPKit
internal import HTTPTypes
internal import Hummingbird
internal import JSON
package import NoonishAPI
internal import People
package import Postgres
package import Privacy

/// `/v1/operator`: people, reports and deliveries that failed, for whoever runs this. Each recordView and act is in the book.
package struct OperatorRoutes: Sendable {
    let database: PostgresClient
    let accessGuard: OperatorAccess
    let actions: OperatorActions

    package init(
        _ database: PostgresClient, accessGuard: OperatorAccess, deliveries: any DeadLetterStore, erasures: Erasures,
        signedOut: @escaping @Sendable (PersonID) -> Void
    ) {
        self.database = database
        self.accessGuard = accessGuard
        actions = OperatorActions(
            database: database, deliveries: deliveries, erasures: erasures, signedOut: signedOut)
    }

    package var routes: [Route] {
        [
            Route(.get, "/v1/operator/people", .operate, scope: .anyone, people),
            Route(.delete, "/v1/operator/people/{id}/sessions", .operate, scope: .anyone, signOut),
            Route(.delete, "/v1/operator/people/{id}/picture", .operate, scope: .anyone, removePicture),
            Route(.put, "/v1/operator/people/{id}/name", .operate, scope: .anyone, rename),
            Route(.put, "/v1/operator/people/{id}/erasure", .operate, scope: .anyone, erase),
            Route(.get, "/v1/operator/reports", .operate, scope: .anyone, reports),
            Route(.post, "/v1/operator/reports/{id}/close", .operate, scope: .anyone, close),
            Route(.get, "/v1/operator/deliveries", .operate, scope: .anyone, deliveries),
            Route(.post, "/v1/operator/deliveries/retry", .operate, scope: .anyone, retry),
            Route(.get, "/v1/operator/audit", .operate, scope: .anyone, audit),
        ] + OperatorPage(database: database, accessGuard: accessGuard, actions: actions).routes
    }

    /// `GET /v1/operator/people?query=`
    @Sendable func people(_ call: Call) async throws -> Response {
        try await recordView("people", call)
        var query = call.query
        let words = query.required("query", .text(1...254))
        return .json(.ok, WholeList(try await database.all(.managed(try query.finish(words)))))
    }

    /// `DELETE /v1/operator/people/{id}/sessions`
    @Sendable func signOut(_ call: Call) async throws -> Response {
        try await act(.signOut(call.id("id")), call)
    }

    /// `DELETE /v1/operator/people/{id}/picture`
    @Sendable func removePicture(_ call: Call) async throws -> Response {
        try await act(.removePicture(call.id("id")), call)
    }

    /// `PUT /v1/operator/people/{id}/name {name}`
    @Sendable func rename(_ call: Call) async throws -> Response {
        try await accessGuard.check(call, database)
        var body = try await call.body()
        let name = body.required("name", .personName)
        return try await act(.rename(call.id("id"), try body.finish(name)), call)
    }

    /// `PUT /v1/operator/people/{id}/erasure`: in seven days, and the person can take it back
    @Sendable func erase(_ call: Call) async throws -> Response {
        try await act(.erase(call.id("id")), call)
    }

    /// `GET /v1/operator/reports`: the open ones, the oldest first
    @Sendable func reports(_ call: Call) async throws -> Response {
        try await recordView("reports", call)
        return .json(.ok, WholeList(try await database.all(.openReports)))
    }

    /// `POST /v1/operator/reports/{id}/close {outcome}`
    @Sendable func close(_ call: Call) async throws -> Response {
        try await accessGuard.check(call, database)
        guard let id = UUID(uuidString: try call.text("id")) else { throw Problem.notFound }
        var body = try await call.body()
        let outcome = body.required("outcome", .text(1...500, multiline: true))
        return try await act(.close(report: id, outcome: try body.finish(outcome)), call)
    }

    /// `GET /v1/operator/deliveries`: what was set aside, the newest first
    @Sendable func deliveries(_ call: Call) async throws -> Response {
        try await recordView("deliveries", call)
        return .json(.ok, WholeList(try await actions.deliveries.dead()))
    }

    /// `POST /v1/operator/deliveries/retry {watches?}`: all of them unless some are named
    @Sendable func retry(_ call: Call) async throws -> Response {
        try await accessGuard.check(call, database)
        var body = try await call.bodyOrEmpty()
        let isNamed = body.has("watches")
        let watches = body.array("watches", .watch, max: 1_000)
        try body.finish()
        return try await act(.retry(isNamed ? watches : nil), call)
    }

    /// `GET /v1/operator/audit?limit=`: the newest lines of the book
    @Sendable func audit(_ call: Call) async throws -> Response {
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

    /// Somebody at the machine has proved enough by that.
    private func act(_ act: @autoclosure () throws -> OperatorActions.ModerationAction, _ call: Call) async throws -> Response
    {
        try await accessGuard.check(call, database)
        try await call.requireRecentSignInOfMember(database, clock: .databaseTime)
        try await actions.do(act(), call)
        return .empty()
    }
}

extension ValueParser where Value == WatchID {
    fileprivate static var watch: ValueParser<WatchID> {
        .parsed("the id of a watch", longest: 36) { WatchID($0) }
    }
}
