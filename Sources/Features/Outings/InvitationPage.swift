package import Access
internal import Foundation
internal import HTTPKit
internal import HTTPTypes
internal import Hummingbird
package import Mustache
internal import NoonishAPI
package import Postgres
internal import Words

/// `/i/{token}`: the page of somebody who was given a link. Rendered here and answered by a plain form, so that it works
/// without an account, an app or a script. `GET` writes nothing: link scanners open everything.
package struct InvitationPage: Sendable {
    let database: PostgresClient
    let guests: InvitationAnswers
    let templates: MustacheLibrary

    package init(
        database: PostgresClient, record: OutingRecord, site: Site, hours: any RestaurantHours,
        templates: MustacheLibrary
    ) {
        self.database = database
        guests = InvitationAnswers(
            attendances: AttendanceEdits(record: record), site: site, hours: hours)
        self.templates = templates
    }

    package var routes: [Route] {
        [
            Route(.get, "/i/{token}", .openInvitation, scope: .anyone, kind: .page, show),
            Route(.post, "/i/{token}", .openInvitation, scope: .anyone, kind: .page, answer),
        ]
    }

    @Sendable func show(_ call: Call) async throws -> Response {
        let token = try call.text("token")
        do {
            let view = try await RedeemLimit.guarding(call, in: database) {
                try await guests.view(token, actor: call.actor, from: database)
            }
            return page(view, token: token, isDone: call.request.uri.query == "done", call: call)
        } catch is Denial {
            return gone(call)
        }
    }

    /// `POST /i/{token}` form-urlencoded `{status, name?, partySize?, note?, diet?, csrf}`, then 303 to the personal page.
    @Sendable func answer(_ call: Call) async throws -> Response {
        let token = try call.text("token")
        var form = try await call.request.form()
        let csrf = form.optional("csrf", .text(0...100))
        let status = form.required("status", .oneOf(AnswerInput.Status.self))
        let name = form.optional("name", .text(0...InvitationAnswers.nameLength.upperBound))
        let partySize = form.optional("partySize", .integer(OutingLimits.partySize))
        let note = form.optional("note", .text(0...OutingLimits.answerNote.upperBound, multiline: true))
        let diet = form.optional("diet", .oneOf(DietChoice.self))
        let answer = AnswerInput(
            status: try form.finish(status).status, partySize: partySize,
            note: note.map { $0.isBlank ? .null : .value($0) } ?? .absent)
        guard equalInConstantTime((csrf ?? "").utf8, formToken(token, call.site).utf8) else {
            throw Problem.forbidden("stale_form", "Open the link again and answer there.")
        }
        do {
            let personal = try await RedeemLimit.guarding(call, in: database) {
                try await database.transaction { transaction in
                    try await guests.answer(
                        token, answer, name: name.flatMap { $0.isBlank ? nil : $0 }, diets: diet?.needs,
                        locale: call.askedLocale, actor: call.actor, in: transaction)
                }
            }
            return redirect(to: personal, call: call)
        } catch is Denial {
            return gone(call)
        } catch let problem as Problem where problem.status.code < 500 {
            let view = try await guests.view(token, actor: call.actor, from: database)
            return page(
                view, token: token, isDone: false, call: call, status: problem.status,
                trouble: call.said(problem))
        }
    }

    /// To the personal page, with a cookie by which the live page knows the guest.
    private func redirect(to token: String, call: Call) -> Response {
        var response = Response.seeOther("/i/\(token)?done")
        if case .person = call.actor { return response }
        response.setCookie(
            .ours(CookieName.guest(call.site), token, keptFor: Self.guestCookieSeconds, site: call.site))
        return response
    }

    private static let guestCookieSeconds = 60 * 86_400

    private func formToken(_ token: String, _ site: Site) -> String { site.key.token("form", "/i", token) }

    private func page(
        _ view: InvitationAnswers.View, token: String, isDone: Bool, call: Call,
        status: HTTPResponse.Status = .ok, trouble: String? = nil
    ) -> Response {
        let language = call.language()
        var values = InvitationWords(view: view, language: language, now: view.outing.now).values
        values.merge(language.pageValues) { $1 }
        values["csrf"] = formToken(token, call.site)
        values["action"] = "/i/\(token)"
        if case .person(let person, _) = call.actor, view.isClaimable(by: person) {
            values["claim"] = ["action": "/i/\(token)/claim", "csrf": call.claimFormToken(token)]
        }
        if view.kind == .personal { values["dataLink"] = "/i/\(token)/data" }
        values["done"] = isDone && view.kind == .personal
        if let trouble { values["trouble"] = trouble }
        return .page(status, templates.render(values, withTemplate: "invitation") ?? "")
    }

    private func gone(_ call: Call) -> Response {
        let language = call.language()
        var values = language.pageValues
        values["gone"] = language.plain(below: "page.gone")
        return .page(.notFound, templates.render(values, withTemplate: "invitation-gone") ?? "")
    }
}

/// One way of eating, or nothing in particular; the rest is said in the app.
enum DietChoice: String, Sendable, CaseIterable {
    case unchanged, none, vegan, vegetarian, pescetarian, halal, kosher
    case glutenFree = "gluten_free"
    case lactoseFree = "lactose_free"

    /// Nil leaves what was said before.
    var needs: DietNeeds? {
        guard self != .unchanged else { return nil }
        let diets = PersonalDiet(rawValue: rawValue).map { [$0] } ?? []
        return DietNeeds(diets: diets, allergies: [], note: nil)
    }
}

extension String {
    fileprivate var isBlank: Bool { allSatisfy(\.isWhitespace) }
}
