package import Access
import Accounts
import Foundation
import HTTPKit
import HTTPTypes
import Hummingbird
import Initializers
import JSON
import Localization
package import Mustache
import NoonishAPI
import OpenAPI
import Postgres

/// The page on which guests export or erase their data, with the personal link as the only proof. It works without
/// scripts, and GET changes nothing.
@MemberwiseInit
package struct GuestDataPage: RouteGroup {
    let exports: Exports
    let erasures: Erasures
    /// Resolves personal tokens.
    let guests: any TokenResolver
    let templates: MustacheLibrary

    package static let definitions: [RouteDefinition<Self>] = [
        RouteDefinition(
            .showGuestDataPage, .exportSelf, scope: .anyone, kind: .page,
            "Show the page about a guest's data", parameters: [.personalToken],
            answers: [.page("The page"), .seeOther("Redirects a member to their settings")], handler: show),
        RouteDefinition(
            .actOnGuestDataPage, .exportSelf, scope: .anyone, kind: .page,
            "Export or erase a guest's data", parameters: [.personalToken],
            body: .form(
                .object(
                    .field("act", .words(["export", "erase", "keep"])), .formToken
                )),
            answers: [
                .text("application/zip", "The archive", example: "PK"), .seeOther("Redirects to the page"),
            ], problems: [.staleForm], handler: act),
    ]

    private enum Act: String, CaseIterable, Sendable {
        case export, erase, keep
    }

    func show(_ call: Call) async throws -> Response {
        let (token, guest) = try await guest(call)
        guard let guest else { return .seeOther("/settings") }
        return try await page(token, guest, call)
    }

    func act(_ call: Call) async throws -> Response {
        let (token, owner) = try await guest(call)
        guard let guest = owner else { return .seeOther("/settings") }
        var form = try await call.request.form()
        let proof = FormToken(&form)
        let act = try form.finish(form.required("act", .oneOf(Act.self)))
        try proof.check(formToken(token, call.site))
        let object = "person:\(guest)"
        switch act {
        case .export:
            let archive = try await exports.database.transaction(isolation: .repeatableRead) { transaction in
                try await exports.makeArchive(guest, in: transaction)
            }
            try await exports.database.audit(call.line(.exportDownloaded, object, by: guest))
            return .archive(archive)
        case .erase:
            _ = try await erasures.requestErasure(for: guest, call.line(.erasureRequested, object, by: guest))
        case .keep:
            try await erasures.cancelErasure(of: guest, call.line(.erasureCancelled, object, by: guest))
        }
        return .seeOther("/i/\(token)/data")
    }

    /// Returns the guest of the token; `nil` for a member, who must sign in.
    ///
    /// - Throws: 404 for an unknown token.
    private func guest(_ call: Call) async throws -> (token: String, PersonID?) {
        let token = try call.text("token")
        guard case .guest(let person, _)? = try await guests.actor(forToken: token) else {
            throw Problem.notFound
        }
        let isGuest = try await exports.database.first(.isGuest(person)) == true
        return (token, isGuest ? person : nil)
    }

    private func formToken(_ token: String, _ site: Site) -> String {
        site.key.token("form", "/i/data", token)
    }

    private func page(_ token: String, _ guest: PersonID, _ call: Call) async throws -> Response {
        let language = call.language()
        var values = language.pageValues
        values["data"] = language.plain(below: "page.data")
        values["csrf"] = formToken(token, call.site)
        values["action"] = "/i/\(token)/data"
        values["back"] = "/i/\(token)"
        if let due = try await exports.database.first(.erasure(of: guest))?.dueAt {
            let day = language.say("time.dayWithYear", ["when": .moment(due, .gmt)])
            values["due"] = language.say("page.data.due", ["day": .words(day)])
        }
        return .page(.ok, templates.render(values, withTemplate: "guest-data") ?? "")
    }
}

extension Endpoint {
    static var showGuestDataPage: Endpoint { .get("/i/{token}/data") }
    static var actOnGuestDataPage: Endpoint { .post("/i/{token}/data") }
}
