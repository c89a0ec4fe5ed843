package import Access
import Accounts
import Foundation
import HTTPKit
import HTTPTypes
package import Hummingbird
import Localization
package import Mustache
import NoonishAPI
import OpenAPI
package import Postgres
import QRCodes
package import Restaurants

/// The page of an invitation link. It is rendered by the server and answered with a plain form, so that it works
/// without an account, an app or scripts. GET changes nothing, because link scanners open every address.
package struct InvitationPage: RouteGroup {
    let database: PostgresClient
    let guests: InvitationAnswers
    let addresses: GuestAddressEdits
    let offers = OfferReader()
    let templates: MustacheLibrary
    let sections: [any InvitationPageSection]

    package init(
        database: PostgresClient, record: OutingRecord, site: Site, hours: HoursPatterns,
        addresses: GuestAddressEdits, templates: MustacheLibrary, sections: [any InvitationPageSection] = []
    ) {
        self.database = database
        self.sections = sections
        self.addresses = addresses
        guests = InvitationAnswers(
            attendances: AttendanceEdits(record: record), site: site, hours: hours)
        self.templates = templates
    }

    package static let definitions: [RouteDefinition<Self>] = [
        RouteDefinition(
            .showInvitationPage, .openInvitation, scope: .anyone, kind: .page, "Show the page of a link",
            parameters: [
                .token, .query("done", .string(""), "Present after an answer."),
                .query("asked", .string(""), "Present after an address was given for news."),
                .query(
                    "answer", .words(proposable), "The answer that was chosen in a mail, to be confirmed."),
            ],
            answers: [
                .page("The page"), .seeOther("Redirects a member who is signed in to the outing"),
                .page("The link is unknown or has expired", status: 404),
            ],
            handler: show),
        RouteDefinition(
            .answerOnInvitationPage, .openInvitation, scope: .anyone, kind: .page,
            "Answer on the page of a link",
            parameters: [.token],
            body: .form(
                .object(
                    [
                        .field("status", .oneOf(AnswerInput.Status.self)), .formToken,
                        .optional("name", .text(0...InvitationAnswers.nameLength.upperBound, "Ada")),
                        .optional("partySize", .integer(OutingLimits.partySize, 2)),
                        .optional(
                            "note", .text(0...OutingLimits.answerNote.upperBound, multiline: true, "…")),
                    ] + DietCheckboxes.schema)),
            answers: [
                .seeOther("Redirects to the guest's own page"),
                .page("The link is unknown or has expired", status: 404),
                .page("Conflict with the current state; the page shows the reason", status: 409),
                .page("Invalid content; the page shows the fault", status: 422),
            ], problems: [.staleForm],
            handler: answer),
        RouteDefinition(
            .openInvitationLive, .openInvitation, scope: .anyone, kind: .page,
            "Open the outing from the page of a link",
            "Sets a cookie that identifies the guest.", parameters: [.token],
            body: .form(.object(.formToken)),
            answers: [
                .seeOther("Redirects to the outing, or from a share link to the page itself"),
                .page("The link is unknown or has expired", status: 404),
            ], problems: [.staleForm],
            handler: open),
        RouteDefinition(
            .giveGuestAddressOnPage, .openInvitation, scope: .anyone, kind: .page,
            "Give an address for news on the page of a link",
            "A mail with a link confirms the address.", parameters: [.token],
            body: .form(.object(.field("email", .address), .formToken)),
            answers: [
                .seeOther("Redirects to the page"),
                .page("The link is unknown or has expired", status: 404),
                .page("Conflict with the current state; the page shows the reason", status: 409),
                .page("Invalid content; the page shows the fault", status: 422),
                .page("Too many addresses; the page shows the reason", status: 429),
            ], problems: [.staleForm],
            handler: giveAddress),
    ]

    /// The answers that a mail offers.
    package static let proposable = ["attending", "maybe", "declined"]

    func show(_ call: Call) async throws -> Response {
        let token = try call.text("token")
        let proposal = call.request.uri.queryParameters["answer"].map(String.init)
        do {
            let view = try await RedeemLimit.enforce(call, in: database) {
                try await guests.view(token, for: call, from: database)
            }
            if call.request.uri.query == nil, case .person(let person, _) = call.actor,
                view.kind == .personal, view.outing.mine?.person == person
            {
                return .seeOther("/outings/\(view.outing.id)")
            }
            return try await page(
                view, token: token, isDone: call.request.uri.query == "done", call: call,
                proposal: proposal.flatMap { Self.proposable.contains($0) ? $0 : nil })
        } catch is Denial {
            return gone(call)
        }
    }

    func answer(_ call: Call) async throws -> Response {
        let token = try call.text("token")
        var form = try await call.request.form()
        let proof = FormToken(&form)
        let status = form.required("status", .oneOf(AnswerInput.Status.self))
        let name = form.optional("name", .text(0...InvitationAnswers.nameLength.upperBound))
        let partySize = form.optional("partySize", .integer(OutingLimits.partySize))
        let note = form.optional("note", .text(0...OutingLimits.answerNote.upperBound, multiline: true))
        let needs = DietCheckboxes.needs(&form)
        let answer = AnswerInput(
            status: try form.finish(status).status, partySize: partySize,
            note: note.map { $0.isVisible ? .value($0) : .null } ?? .absent)
        try proof.check(Self.formToken(token, call.site))
        return try await respond(token, call) {
            let invitation = try await RedeemLimit.enforce(call, in: database) {
                try await database.transaction { transaction in
                    try await guests.answer(
                        token, answer, name: name.flatMap { $0.isVisible ? $0 : nil }, diets: needs,
                        locale: call.requestedLocale, call: call, in: transaction)
                }
            }
            let personal = call.site.key.personalToken(of: invitation.id)
            return admitted(.seeOther("/i/\(personal)?done"), by: personal, call: call)
        }
    }

    /// Mails a link that confirms the address to which the guest wants news.
    func giveAddress(_ call: Call) async throws -> Response {
        let token = try call.text("token")
        var form = try await call.request.form()
        let proof = FormToken(&form)
        let email = form.required("email", .emailAddress)
        try proof.check(Self.formToken(token, call.site))
        return try await respond(token, call) {
            let address = try form.finish(email).lowercased()
            try await RedeemLimit.enforce(call, in: database) {
                try await database.transaction { transaction in
                    try await addresses.request(address, forLink: token, from: call, in: transaction)
                }
            }
            return .seeOther("/i/\(token)?asked")
        }
    }

    /// Responds to a form: an unknown link gets its page, and a form that is refused the page again with the reason.
    private func respond(
        _ token: String, _ call: Call, _ effect: () async throws -> Response
    ) async throws -> Response {
        do {
            return try await effect()
        } catch is Denial {
            return gone(call)
        } catch let problem as Problem where problem.status.code < 500 {
            let view = try await guests.view(token, for: call, from: database)
            return try await page(
                view, token: token, isDone: false, call: call, status: problem.status,
                trouble: call.said(problem))
        }
    }

    /// Redirects to the live page, where a guest can take part in suggestions, polls and messages. A share link has
    /// no guest yet.
    func open(_ call: Call) async throws -> Response {
        let token = try call.text("token")
        var form = try await call.request.form()
        let proof = FormToken(&form)
        try form.finish()
        try proof.check(Self.formToken(token, call.site))
        do {
            let view = try await RedeemLimit.enforce(call, in: database) {
                try await guests.view(token, for: call, from: database)
            }
            guard let mine = view.outing.mine, view.kind == .personal else { return .seeOther("/i/\(token)") }
            try await database.markOpened(view.outing)
            let live = Response.seeOther("/outings/\(view.outing.id)")
            return call.actor.person == mine.person ? live : admitted(live, by: token, call: call)
        } catch is Denial {
            return gone(call)
        }
    }

    /// Returns the response with a cookie that identifies the guest on the live page; unchanged for a signed-in
    /// caller.
    private func admitted(_ answer: Response, by token: String, call: Call) -> Response {
        var response = answer
        if case .person = call.actor { return response }
        for cookie in Cookie.guest(token, maxAge: Self.guestCookieSeconds, site: call.site) {
            response.setCookie(cookie)
        }
        return response
    }

    private static let guestCookieSeconds = 60 * 86_400

    static func formToken(_ token: String, _ site: Site) -> String { site.key.token("form", "/i", token) }

    func page(
        _ view: InvitationContent, token: String, isDone: Bool, call: Call,
        status: HTTPResponse.Status = .ok, trouble: String? = nil, proposal: String? = nil,
        sectionValues: [String: any Sendable] = [:]
    ) async throws -> Response {
        let language = call.language()
        var values = InvitationMessages(view: view, language: language, now: view.outing.now).values
        values["offersThen"] = try await offersThen(view.outing).map { offer in
            language.say("web.offer.then", ["title": .text(offer.title)])
        }
        values.merge(language.pageValues) { $1 }
        values["csrf"] = Self.formToken(token, call.site)
        values["action"] = "/i/\(token)"
        values["previewImage"] = call.site.url("/assets/brand/link-preview.png")
        if case .person(let person, _) = call.actor, view.isClaimable(by: person) {
            values["claim"] = ["action": "/i/\(token)/claim", "csrf": call.claimFormToken(token)]
        }
        if let name = view.guestName { values["name"] = name }
        switch view.kind {
        case .personal: values["dataLink"] = "/i/\(token)/data"
        // Only of a link for everyone. A personal link is for one person.
        case .share: values["shareCode"] = try QRCode(Array(call.site.url("/i/\(token)").utf8)).dataAddress
        }
        values["isLive"] = view.isLive(for: call.actor)
        // The calendar file is for the person that the cookie of their answer identifies.
        if isDone, let mine = view.outing.mine, mine.person == call.actor.person,
            view.outing.state.time != nil,
            mine.answer.status == .attending || mine.answer.status == .maybe
        {
            values["calendarLink"] = "/v1/outings/\(view.outing.id)/calendar.ics"
        }
        values["done"] = isDone && view.kind == .personal
        values["isProposed"] = proposal != nil
        values["asksAddress"] = view.asksAddress
        values["addressAsked"] = call.request.uri.query == "asked"
        if let primary = proposal ?? (view.kind == .share ? "attending" : nil) {
            values["primary"] = [primary: true]
        }
        if let trouble { values["trouble"] = trouble }
        if view.kind == .personal {
            for section in sections { values.merge(try await section.values(for: view, call)) { $1 } }
            values.merge(sectionValues) { $1 }
        }
        return .page(status, templates.render(values, withTemplate: "invitation") ?? "")
    }

    /// The offers of the chosen restaurant at the outing's time, before its start.
    private func offersThen(_ outing: OutingRow) async throws -> [Offer] {
        guard let restaurant = outing.state.place?.restaurant, outing.state.cancellation == nil,
            let starts = outing.state.time?.startsAt.instant, starts > outing.now
        else { return [] }
        return try await offers.offers(of: restaurant, at: starts, in: database)
    }

    /// Returns the page of a link that is unknown, has expired or is not for the caller.
    package func gone(_ call: Call) -> Response {
        let language = call.language()
        var values = language.pageValues
        values["gone"] = language.plain(below: "page.gone")
        return .page(.notFound, templates.render(values, withTemplate: "invitation-gone") ?? "")
    }
}

/// The checkboxes for dietary needs. The page never shows the stored needs, because anyone who has the link can
/// read it.
enum DietCheckboxes {
    static func field(_ diet: PersonalDiet) -> String { "diet-\(diet.rawValue)" }
    static func field(_ allergen: Allergen) -> String { "allergy-\(allergen.rawValue)" }
    /// Deletes the stored needs.
    static let none = "diet-none"

    static let schema: [SchemaField] =
        (PersonalDiet.allCases.map { field($0) } + [none] + Allergen.allCases.map { field($0) })
        .map { .optional($0, .boolean, "Only counted; shown to no one.") }

    /// Returns the needs that replace the stored ones; `nil` if nothing is checked.
    static func needs(_ form: inout FormReader) -> DietNeeds? {
        let hasNone = form.optional(none, .boolean, default: false)
        let diets = PersonalDiet.allCases.filter { form.optional(field($0), .boolean, default: false) }
        let allergies = Allergen.allCases.filter { form.optional(field($0), .boolean, default: false) }
        let needs = DietNeeds(diets: diets, allergies: allergies, note: nil)
        return needs.isEmpty && !hasNone ? nil : needs
    }
}

extension Endpoint {
    static var showInvitationPage: Endpoint { .get("/i/{token}") }
    static var answerOnInvitationPage: Endpoint { .post("/i/{token}") }
    static var giveGuestAddressOnPage: Endpoint { .post("/i/{token}/address") }
    static var openInvitationLive: Endpoint { .post("/i/{token}/open") }
}
