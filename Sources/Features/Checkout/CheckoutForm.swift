package import Access
import HTTPKit
import HTTPTypes
import Hummingbird
import Initializers
import NoonishAPI
import OpenAPI
package import Outings
package import Postgres

/// The form of ``CheckoutSection``: people with a personal link pay online without JavaScript.
@MemberwiseInit
package struct CheckoutForm: RouteGroup {
    let database: PostgresClient
    let checkouts: Checkouts
    let page: InvitationPage

    package static let definitions: [RouteDefinition<Self>] = [
        RouteDefinition(
            .startCheckoutOnPage, .payOnline, scope: .anyone, kind: .page,
            "Prepare a payment on the page of a link",
            "Sets a cookie that leads the guest back from the provider’s page.", parameters: [.token],
            body: .form(.object(.formToken)),
            answers: [
                .seeOther("Redirects to the page, which links the provider’s"),
                .page("The link or the bill is unknown, or the link has expired", status: 404),
                .page("Conflict with the current state; the page shows the reason", status: 409),
                .page("Too many payments were begun; the page shows the reason", status: 429),
                .page("The provider does not answer; the page says so", status: 503),
            ], problems: [.staleForm], handler: start)
    ]

    func start(_ call: Call) async throws -> Response {
        let bill: BillID = try call.id("bid")
        var form = try await call.request.form()
        let proof = FormToken(&form)
        try form.finish()
        return try await page.submit(call, proof) { view, holder in
            do {
                try await checkouts.closeFormer(
                    for: bill, on: view.outing.id, remember: false, for: holder)
                let row = try await database.transaction { transaction in
                    try await checkouts.prepare(
                        bill, on: view.outing.id, remember: false, for: holder, in: transaction)
                }
                let opened = try await checkouts.open(row)
                let token = try call.text("token")
                var response = Response.seeOther("/i/\(token)#online")
                response.setCookie(
                    CheckoutReturn.cookie(token, for: bill, until: opened.expiresAt, site: call.site))
                return response
            } catch let problem as Problem
                where problem.status.code < 500 || problem.code == CheckoutProblems.notAvailable.code
            {
                let values = try await CheckoutSection(database: database, checkouts: checkouts).values(
                    for: view, call, refusal: call.said(problem))
                return try await page.refused(view, status: problem.status, values: values, call: call)
            }
        }
    }
}

extension Endpoint {
    static var startCheckoutOnPage: Endpoint { .post("/i/{token}/bills/{bid}/checkouts") }
}
