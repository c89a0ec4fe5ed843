package import Access
import Foundation
import HTTPKit
import HTTPTypes
import Hummingbird
import Localization
package import Mustache
import NoonishAPI
package import Postgres

/// Names one watch, and proves by a code of the server's key that we made it: whoever has it may end the mail.
struct UnsubscribeToken: Hashable, Sendable {
    let outing: OutingID
    let watch: WatchID

    func text(_ key: SecretKey) -> String { "\(outing).\(watch).\(code(key))" }
    func path(_ key: SecretKey) -> String { "/unsubscribe/" + text(key) }

    private func code(_ key: SecretKey) -> String {
        key.token("unsubscribe", outing.description, watch.description)
    }

    init(outing: OutingID, watch: WatchID) {
        self.outing = outing
        self.watch = watch
    }

    /// - Returns: Nil for a text that we did not make.
    init?(_ text: String, _ key: SecretKey) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let outing = OutingID(String(parts[0])), let watch = WatchID(String(parts[1]))
        else { return nil }
        self.init(outing: outing, watch: watch)
        guard equalInConstantTime(parts[2].utf8, code(key).utf8) else { return nil }
    }
}

/// `/unsubscribe/{token}`: ends the mail about one outing, without signing in. The address itself is the proof, so it
/// needs neither cookie nor form token; `GET` changes nothing, as link scanners open everything.
package struct UnsubscribePage: Sendable {
    let database: any Database
    let templates: MustacheLibrary

    package init(database: any Database, templates: MustacheLibrary) {
        self.database = database
        self.templates = templates
    }

    package var routes: [Route] {
        [
            Route(.get, "/unsubscribe/{token}", .unsubscribe, scope: .anyone, kind: .page, show),
            Route(.post, "/unsubscribe/{token}", .unsubscribe, scope: .anyone, kind: .page, end),
        ]
    }

    /// `GET /unsubscribe/{token}`: a page with the button.
    @Sendable func show(_ call: Call) async throws -> Response {
        let token = try token(call)
        let isLive = try await database.first(.mailWatch(token))
        guard let isLive else { throw Problem.notFound }
        return page(token, call, isDone: !isLive)
    }

    /// `POST /unsubscribe/{token}`: by the button, or by a mail program's own (RFC 8058), whose form is not read.
    @Sendable func end(_ call: Call) async throws -> Response {
        let token = try token(call)
        try await database.execute(.endMail(token))
        return page(token, call, isDone: true)
    }

    private func token(_ call: Call) throws -> UnsubscribeToken {
        guard let token = UnsubscribeToken(try call.text("token"), call.site.key) else {
            throw Problem.notFound
        }
        _ = try decide(call.actor, .unsubscribe, token, as: .oneself)
        return token
    }

    private func page(_ token: UnsubscribeToken, _ call: Call, isDone: Bool) -> Response {
        let language = call.language()
        var values = language.pageValues
        values["unsubscribe"] = language.plain(below: "page.unsubscribe")
        values["action"] = token.path(call.site.key)
        values["done"] = isDone
        return .page(.ok, templates.render(values, withTemplate: "unsubscribe") ?? "")
    }
}

extension Query where Row == Bool {
    /// Whether mail still goes out for this watch; no row if there is no such watch.
    fileprivate static func mailWatch(_ token: UnsubscribeToken) -> Self {
        Query(
            "delivery.read_mail_watch",
            """
            SELECT live
              FROM outing_watch
             WHERE outing_id = \(token.outing) AND id = \(token.watch) AND channel = 'mail'
            """
        ) { row throws(PostgresError) in try row.next() }
    }
}

extension Command {
    fileprivate static func endMail(_ token: UnsubscribeToken) -> Self {
        Command(
            "delivery.mute_mail_watch",
            """
            UPDATE outing_watch
               SET live = false, muted = true, ended_at = coalesce(ended_at, now())
             WHERE outing_id = \(token.outing) AND id = \(token.watch) AND channel = 'mail'
            """)
    }
}
