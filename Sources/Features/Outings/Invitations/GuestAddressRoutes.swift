package import Access
import Accounts
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

/// Giving an address for news as a guest, and confirming it. The form for it is part of ``InvitationPage``.
@MemberwiseInit
package struct GuestAddressRoutes: RouteGroup {
    let database: PostgresClient
    let edits: GuestAddressEdits
    let templates: MustacheLibrary

    package static let definitions: [RouteDefinition<Self>] = [
        RouteDefinition(
            .giveGuestAddress, .openInvitation, scope: .anyone, "Give an address for news as a guest",
            "A mail with a link confirms the address; until then it is not used. `Idempotency-Key` is ignored.",
            parameters: [.token], body: .json(.addressInput),
            answers: [.accepted(.requestReceipt, "The mail will be sent")],
            problems: [
                .faults("not_an_email_address"), .of(OutingProblems.addressInSettings),
                .of(OutingProblems.answersClosed), .of(OutingProblems.cancelled),
                .of(OutingProblems.mailLimit),
            ], isIdempotent: false, handler: give),
        RouteDefinition(
            .showAddressPage, .confirmAddress, scope: .anyone, kind: .page,
            "Show the page for confirming a guest's address", parameters: [.mailedToken],
            answers: [.page("The page")], handler: show),
        RouteDefinition(
            .confirmGuestAddress, .confirmAddress, scope: .anyone, kind: .page, "Confirm a guest's address",
            "The body is ignored.", parameters: [.mailedToken], answers: [.page("Confirmed")],
            handler: confirm),
    ]

    func give(_ call: Call) async throws -> Response {
        let token = try call.text("token")
        let address = try await call.body("email", .emailAddress).lowercased()
        return try await RedeemLimit.enforce(call, in: database) {
            try await database.transaction { transaction in
                try await edits.request(address, forLink: token, from: call, in: transaction)
                return .json(.accepted, RequestReceipt())
            }
        }
    }

    /// GET confirms nothing, because link scanners open every address.
    func show(_ call: Call) async throws -> Response {
        page(try call.mailed(.confirmAddress), call, isDone: false)
    }

    func confirm(_ call: Call) async throws -> Response {
        let confirmation: AddressConfirmation = try call.mailed(.confirmAddress)
        try await database.transaction { try await edits.confirm(confirmation, in: $0) }
        return page(confirmation, call, isDone: true)
    }

    private func page(_ confirmation: AddressConfirmation, _ call: Call, isDone: Bool) -> Response {
        let language = call.language()
        var values = language.pageValues
        values["address"] = language.plain(below: "page.address")
        values["email"] = confirmation.address
        values["action"] = confirmation.path(call.site.key)
        values["done"] = isDone
        return .page(.ok, templates.render(values, withTemplate: "guest-address") ?? "")
    }
}

extension Endpoint {
    static var showAddressPage: Endpoint { .get("/address/{token}") }
    static var confirmGuestAddress: Endpoint { .post("/address/{token}") }
}
