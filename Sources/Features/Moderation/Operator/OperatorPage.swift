import Access
import Accounts
import Encoding
import Foundation
import HTTPKit
import HTTPTypes
import Hummingbird
import JSON
import NoonishAPI
import OpenAPI
import Postgres
import Privacy

/// The operator's console as a page that works without styles and scripts. It is in English, as the program's
/// commands are.
struct OperatorPage: RouteGroup {
    let database: PostgresClient
    let accessGuard: OperatorAccess
    let actions: OperatorActions

    static let definitions: [RouteDefinition<Self>] = [
        RouteDefinition(
            .showConsole, .operate, scope: .anyone, kind: .page, "Show the operator's console",
            parameters: [.query("query", .text(0...254, "leila"), "A name, address or id.")],
            answers: [.page("The console")], problems: [.notFound], handler: show),
        RouteDefinition(
            .actOnConsole, .operate, scope: .anyone, kind: .page,
            "Perform an action in the operator's console",
            body: .form(
                .object(
                    .field("act", .text(1...40, "sign_out")),
                    .field("id", .text(1...36, "0197f2a0-5b1c-7d3e-9f40-2c6a1e8b7d05")),
                    .optional("words", .text(1...500, "…")), .formToken)),
            answers: [.seeOther("Redirects to the console")],
            problems: [.notFound, .staleForm, .signInAgain],
            handler: act),
    ]

    func show(_ call: Call) async throws -> Response {
        try await accessGuard.check(call, database)
        var query = call.query
        let words = query.optional("query", .text(0...254)) ?? ""
        try query.finish()
        try await database.audit(call.line(.operatorViewed, "console"))
        let people = words.isEmpty ? [] : try await database.all(.managed(words))
        let token = formToken(call)
        let sections = [
            section("Claims of restaurants", try await actions.claims.pending().map { claim($0, token) }),
            section("Reports", try await database.all(.openReports).map { report($0, token) }),
            """
            <h2>People</h2><form action="/operator"><label>Name, address or id \
            <input name="query" value="\(words.escapedForHTML)" maxlength="254"></label> <button>Look</button></form>
            """,
            words.isEmpty ? "" : section("Found", people.map { person($0, token) }),
            section(
                "Deliveries set aside",
                try await actions.deliveries.dead().prefix(100).map { delivery($0, token) }),
            section("Newest lines of the audit log", try await AuditLog(database).newest(50).map(line)),
        ]
        return .page(
            .ok,
            """
            <!doctype html><html lang="en"><meta charset="utf-8">\
            <meta name="viewport" content="width=device-width"><title>Console</title>
            <h1>Console</h1><p>Everything looked at and done here is in the audit log.</p>
            \(sections.joined(separator: "\n"))
            </html>

            """)
    }

    func act(_ call: Call) async throws -> Response {
        try await accessGuard.check(call, database)
        var form = try await call.request.form()
        let act = form.required("act", .oneOf(ModerationAction.self))
        let id = form.required("id", .text(1...36))
        let words = form.optional("words", .text(1...500))
        let proof = FormToken(&form)
        let (chosen, object) = try form.finish(act, id)
        try proof.check(
            formToken(call), else: .forbidden("stale_form", "Open the console again and do it there."))
        try await call.requireRecentSignInOfMember(database, clock: .databaseTime)
        guard let wanted = chosen.act(on: object, words: words) else { throw Problem.notFound }
        try await actions.do(wanted, call)
        return .seeOther("/operator")
    }

    private enum ModerationAction: String, CaseIterable, Sendable {
        case signOut = "sign_out"
        case removePicture = "remove_picture"
        case close
        case accept, refuse
        case retry

        func act(on id: String, words: String?) -> OperatorActions.ModerationAction? {
            switch self {
            case .signOut: PersonID(id).map { .signOut($0) }
            case .removePicture: PersonID(id).map { .removePicture($0) }
            case .close: UUID(uuidString: id).map { .close(report: $0, outcome: words ?? "Reviewed.") }
            case .accept: UUID(uuidString: id).map { .decide(claim: $0, accepts: true) }
            case .refuse: UUID(uuidString: id).map { .decide(claim: $0, accepts: false) }
            case .retry: WatchID(id).map { .retry([$0]) }
            }
        }
    }

    /// A token that is valid for the session, or for requests from the machine itself.
    private func formToken(_ call: Call) -> String {
        call.site.key.token("form", "/operator", call.session?.description ?? "machine")
    }
}

extension OperatorPage {
    private func section(_ title: String, _ items: [String]) -> String {
        let list =
            items.isEmpty
            ? "<p>None.</p>" : "<ul>\(items.map { "<li>\($0)</li>" }.joined(separator: "\n"))</ul>"
        return "<h2>\(title.escapedForHTML) (\(items.count))</h2>\n\(list)"
    }

    private func form(
        _ act: ModerationAction, _ id: String, _ button: String, _ token: String, asks: String? = nil
    )
        -> String
    {
        let field =
            asks.map { "<label>\($0) <input name=\"words\" maxlength=\"500\" required></label> " } ?? ""
        return """
            <form method="post" action="/operator"><input type="hidden" name="csrf" value="\(token)">\
            <input type="hidden" name="act" value="\(act.rawValue)"><input type="hidden" name="id" value="\(id)">\
            \(field)<button>\(button)</button></form>
            """
    }

    private func report(_ report: OpenReport, _ token: String) -> String {
        let page = report.isAboutVenue ? "/restaurants/" : "/operator?query="
        return """
            \(report.at.formatted(.iso8601)) \(report.reason): \
            <a href="\(page)\(report.about.id)">\(report.about.name.escapedForHTML)</a>. \
            \((report.words ?? "").escapedForHTML) \
            \(report.quote.map { "<q>\($0.escapedForHTML)</q> " } ?? "")\
            \(form(.close, report.id.canonicalText, "Close", token, asks: "What was done"))
            """
    }

    private func claim(_ claim: PendingClaim, _ token: String) -> String {
        """
        \(claim.createdAt.formatted(.iso8601)) \(claim.method.escapedForHTML), \(claim.state.escapedForHTML): \
        <a href="/operator?query=\(claim.person)">\(claim.personName.escapedForHTML)</a> runs \
        <a href="/restaurants/\(claim.restaurant)">\(claim.name.escapedForHTML)</a> \
        \(form(.accept, claim.id.canonicalText, "Accept", token)) \
        \(form(.refuse, claim.id.canonicalText, "Refuse", token))
        """
    }

    private func person(_ person: ManagedPerson, _ token: String) -> String {
        let id = person.id.description
        let picture = person.hasPicture ? form(.removePicture, id, "Remove picture", token) : ""
        let addresses = person.addresses.joined(separator: ", ")
        return """
            \(person.name.escapedForHTML) (\(person.kind)\(person.isOperator ? ", operator" : "")) \
            \(addresses.escapedForHTML) <code>\(id)</code>, since \(person.createdAt.formatted(.iso8601)), \
            signed in \(person.sessions) times, \(person.openReports) open reports \
            \(form(.signOut, id, "Sign out everywhere", token))\(picture)
            """
    }

    private func delivery(_ dead: DeadDelivery, _ token: String) -> String {
        """
        \(dead.diedAt.formatted(.iso8601)) \(dead.channel.escapedForHTML) to <code>\(dead.person)</code>: \
        \(dead.why.escapedForHTML) \(form(.retry, dead.watch.description, "Try again", token))
        """
    }

    private func line(_ line: OperatorAuditLine) -> String {
        """
        \(line.line.at.formatted(.iso8601)) \(line.line.action) \((line.line.object ?? "").escapedForHTML) \
        \(line.line.outcome) <code>\(line.actor?.description ?? "")</code>
        """
    }
}

extension Endpoint {
    static var showConsole: Endpoint { .get("/operator") }
    static var actOnConsole: Endpoint { .post("/operator") }
}
