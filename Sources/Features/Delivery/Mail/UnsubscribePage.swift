package import Access
import Accounts
import Foundation
import HTTPKit
import HTTPTypes
import Hummingbird
import Initializers
import Localization
package import Mustache
import News
import NoonishAPI
import OpenAPI
package import Postgres
import Series

/// Identifies one watch, with a code that only the server can make. Anyone who has the token can end the mail.
struct UnsubscribeToken: MailedToken {
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

    init?(_ text: String, _ key: SecretKey) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let outing = OutingID(String(parts[0])), let watch = WatchID(String(parts[1]))
        else { return nil }
        self.init(outing: outing, watch: watch)
        guard equalInConstantTime(parts[2].utf8, code(key).utf8) else { return nil }
    }
}

/// Ends the mail about one outing, and about later ones of its series to an address that is invited to all of them, without a
/// sign-in. The address itself is the proof, so the page needs neither a
/// cookie nor a form token. GET changes nothing, because link scanners open every address.
@MemberwiseInit
package struct UnsubscribePage: RouteGroup {
    let database: any Database
    let templates: MustacheLibrary

    package static let definitions: [RouteDefinition<Self>] = [
        RouteDefinition(
            .showUnsubscribePage, .unsubscribe, scope: .anyone, kind: .page,
            "Show the page for unsubscribing", parameters: [.mailedToken], answers: [.page("The page")],
            handler: show),
        RouteDefinition(
            .unsubscribe, .unsubscribe, scope: .anyone, kind: .page, "Unsubscribe from mail about an outing",
            "From the page, or from a mail program (RFC 8058). The body is ignored.",
            parameters: [.mailedToken], answers: [.page("Ended")], handler: end),
    ]

    func show(_ call: Call) async throws -> Response {
        let token: UnsubscribeToken = try call.mailed(.unsubscribe)
        let isLive = try await database.first(.mailWatch(token))
        guard let isLive else { throw Problem.notFound }
        return page(token, call, isDone: !isLive)
    }

    func end(_ call: Call) async throws -> Response {
        let token: UnsubscribeToken = try call.mailed(.unsubscribe)
        try await database.execute(.endMail(token))
        try await database.execute(.endSeriesMail(ofWatch: token.watch, in: token.outing))
        return page(token, call, isDone: true)
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
    /// Reads whether mail is sent for the watch. Returns no row if there is no such watch.
    fileprivate static func mailWatch(_ token: UnsubscribeToken) -> Self {
        Query(
            "delivery.read_mail_watch",
            """
            SELECT live
              FROM outing_watch
             WHERE outing_id = \(token.outing) AND id = \(token.watch) AND channel = 'mail'
            """)
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

extension Endpoint {
    static var showUnsubscribePage: Endpoint { .get("/unsubscribe/{token}") }
    static var unsubscribe: Endpoint { .post("/unsubscribe/{token}") }
}
