import Access
import HTTPKit
import HTTPTypes
import Hummingbird
package import JSON
import NoonishAPI
import OpenAPI
import Postgres

/// The caller's sessions.
struct SessionRoutes: RouteGroup {
    let database: PostgresClient
    let settings: AccountSettings
    let clock: AccountClock

    /// Called with each person one of whose sessions was ended.
    let signedOut: @Sendable (PersonID) -> Void

    static let definitions: [RouteDefinition<Self>] = [
        RouteDefinition(
            .listSessions, .readOwnSessions, scope: .member, "List the caller's sessions",
            parameters: [.limit(nil, most: PageLimits.maximum)],
            answers: [.ok(.page(of: .sessionSummary), "All sessions, on one page")], handler: list),
        RouteDefinition(
            .endSession, .endOwnSession, scope: .member, "End a session",
            """
            The address of the calendar feed is a credential of its own and continues to work. To replace it as well, call \
            `POST /v1/calendar/rotate` first.
            """,
            parameters: [
                .path(
                    "id", .any(of: .id, .words(["current", "all"])),
                    "The id of a session, or `current`, or `all`.")
            ], answers: [.done("Signed out")], handler: end),
    ]

    /// Lists the sessions on one page, because their number is limited.
    func list(_ call: Call) async throws -> Response {
        let me = try call.oneself(.readOwnSessions)
        try call.query.finishWholeList()
        let rows = try await database.all(
            .sessions(of: me, idle: settings.sessionIdle, now: clock.now()))
        let here = PeerAddress.network(of: call.context.peer)
        return .json(
            .ok,
            WholeList(
                rows.map { $0.wire(current: call.session, from: here, idle: settings.sessionIdle) }))
    }

    /// Ends the session with an id, the `current` one, or `all`.
    func end(_ call: Call) async throws -> Response {
        let me = try call.oneself(.endOwnSession)
        switch try SessionChoice(call) {
        case .all:
            try await database.transaction { transaction in
                try await transaction.execute(.endAllSessions(of: me))
                try await transaction.audit(call.line(.sessionsEnded))
            }
            signedOut(me.object)
        case .one(let id):
            try await database.transaction { transaction in
                guard try await transaction.execute(.endSession(id, of: me)) == 1 else {
                    throw Problem.notFound
                }
                try await transaction.audit(call.line(.sessionEnded, "session:\(id)"))
            }
            signedOut(me.object)
            guard id == call.session else { return .empty() }
        }
        return .signedOut(call.site)
    }
}

/// The sessions to end.
private enum SessionChoice {
    case all
    case one(SessionID)

    init(_ call: Call) throws {
        switch (try call.text("id"), call.session) {
        case ("all", _): self = .all
        case ("current", let session?): self = .one(session)
        default: self = .one(try call.id("id"))
        }
    }
}

extension Response {
    /// An empty response that makes the browser delete all data of this site.
    static func signedOut(_ site: Site) -> Response {
        var response = Response.empty(headers: [.clearSiteData: "\"cache\", \"cookies\", \"storage\""])
        for cookie in Cookie.session("", maxAge: 0, site: site) { response.setCookie(cookie) }
        return response
    }
}

extension HTTPField.Name {
    /// The field of W3C Clear Site Data.
    fileprivate static let clearSiteData = constant("Clear-Site-Data")
}

/// A list on one page.
package struct WholeList<Item: JSONEncodable>: JSONEncodable {
    let items: [Item]

    package init(_ items: [Item]) { self.items = items }

    package func encode(to writer: inout JSONWriter) {
        writer.object {
            $0.field("items", items)
            $0.field("next", String?.none)
        }
    }
}
