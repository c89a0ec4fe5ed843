import Access
import Encoding
import Foundation
import HTTPKit
import HTTPTypes
import Hummingbird
import JSON
import NoonishAPI
import OpenAPI
import Postgres

/// The mails that the service would have sent, if it has no mail server.
struct OutboxRoutes: RouteGroup {
    let database: any Database
    let accessGuard: LocalhostGuard

    static let definitions: [RouteDefinition<Self>] = [
        RouteDefinition(
            .readOutbox, .readMailOutbox, scope: .anyone, kind: .page, "List mails that were not sent",
            "Available only without a mail server, and only from the same machine; otherwise 404. Browsers get a page, programs get JSON.",
            parameters: [.query("to", .text(0...254, "ada@example.org"), "Only mails to this address.")],
            answers: [
                Answer(
                    200, "The newest mails",
                    [
                        Content(MediaType.json, .page(of: .outboxMail)),
                        Content(MediaType.html, .string("<!doctype html>")),
                    ])
            ], problems: [.notFound], handler: list)
    ]

    /// Lists the mails, newest first.
    func list(_ call: Call) async throws -> Response {
        guard accessGuard.allows(call.request, in: call.context) else { throw Problem.notFound }
        var query = call.query
        let address = query.optional("to", .text(0...254)).map { $0.lowercased() }
        try query.finish()
        let mails = try await OutboxMail.newest(
            to: address?.isEmpty == false ? address : nil, in: database, key: call.site.key)
        let accepts = call.request.headers[.accept] ?? ""
        return accepts.contains("text/html") ? .outboxPage(mails) : .json(.ok, WholeList(mails))
    }
}

extension Response {
    /// The mails as a page that works without styles and scripts.
    fileprivate static func outboxPage(_ mails: [OutboxMail]) -> Response {
        let body = """
            <!doctype html><html lang="en"><meta charset="utf-8">\
            <meta name="viewport" content="width=device-width"><title>Outbox</title>
            <h1>Outbox</h1>
            <p>No mail server is set (mail.url), so mail stays here. Only this machine can read it.</p>
            \(mails.isEmpty ? "<p>Nothing yet.</p>" : mails.map(article).joined(separator: "\n<hr>\n"))
            </html>

            """
        return .page(.ok, body)
    }

    private static func article(_ mail: OutboxMail) -> String {
        let words = mail.text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            let text = String(line).escapedForHTML
            return mail.links.contains(String(line)) ? "<a href=\"\(text)\">\(text)</a>" : text
        }
        let event =
            mail.calendar.map {
                "<details><summary>For calendars</summary><pre>\($0.escapedForHTML)</pre></details>"
            } ?? ""
        return """
            <article><h2>\(mail.subject.escapedForHTML)</h2>
            <p>To \(mail.to.escapedForHTML), \(mail.at.formatted(.iso8601))</p>
            <pre>\(words.joined(separator: "\n"))</pre>\(event)</article>
            """
    }
}

extension Endpoint {
    static var readOutbox: Endpoint { .get("/dev/outbox") }
}
