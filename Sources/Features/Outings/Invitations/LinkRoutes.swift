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
package import Postgres
import Privacy

/// Requesting lost links.
@MemberwiseInit
package struct LinkRoutes: RouteGroup {
    let database: PostgresClient
    let sending: LinkMailer
    let templates: MustacheLibrary

    package static let definitions: [RouteDefinition<Self>] = [
        RouteDefinition(
            .askForLostLinks, .requestLinks, scope: .anyone, "Request lost links by mail",
            "The response is the same for every address. `Idempotency-Key` is ignored.",
            body: .json(.addressInput),
            answers: [.accepted(.requestReceipt, "A mail is sent if there are any links")],
            problems: [.faults("not_an_email_address")], isIdempotent: false, handler: requestLinks),
        RouteDefinition(
            .askForLostLinksByForm, .requestLinks, scope: .anyone, kind: .page,
            "Request lost links with a form",
            body: .form(.addressInput),
            answers: [.page("A mail is sent if there are any links")],
            problems: [.faults("not_an_email_address")], handler: requestLinksByForm),
        RouteDefinition(
            .resendInvitation, .resendLink, scope: .member, "Mail an invitation again",
            "Allowed three times a day.", answers: [.accepted(.requestReceipt, "The mail will be sent")],
            problems: [
                .forbidden, .of(OutingProblems.noAddress), .of(OutingProblems.done),
                .of(OutingProblems.cancelled), .of(OutingProblems.mailLimit),
            ], handler: sendAgain),
    ]

    /// Mails all links of an address to that address. The response is the same for every address, because the links
    /// are looked up later.
    func requestLinks(_ call: Call) async throws -> Response {
        let address = try await call.body("email", .emailAddress).lowercased()
        try await sending.requestLinks(address, from: call)
        return .json(.accepted, RequestReceipt())
    }

    func requestLinksByForm(_ call: Call) async throws -> Response {
        var form = try await call.request.form()
        let address = try form.finish(form.required("email", .emailAddress)).lowercased()
        try await sending.requestLinks(address, from: call)
        let language = call.language()
        var values = language.pageValues
        values["gone"] = language.plain(below: "page.gone")
        values["sent"] = true
        return .page(.ok, templates.render(values, withTemplate: "invitation-gone") ?? "")
    }

    /// Mails an invitation again, to the address that the host entered.
    ///
    /// - Throws: 409 `no_address` for a person who was not invited by mail; 429 after three mails a day, or over
    ///   the host's daily limit.
    func sendAgain(_ call: Call) async throws -> Response {
        let id: OutingID = try call.id("id")
        let invitation: InvitationID = try call.id("invitationId")
        return try await call.write(database) { transaction in
            try await sending.resend(invitation, of: id, by: call.actor, in: transaction)
            return .json(.accepted, RequestReceipt())
        }
    }
}

extension Endpoint {
    static var askForLostLinksByForm: Endpoint { .post("/lost-link") }
}
