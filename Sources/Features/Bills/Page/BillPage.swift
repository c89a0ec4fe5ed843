package import Access
import HTTPKit
import HTTPTypes
import Hummingbird
import Initializers
import NoonishAPI
import OpenAPI
package import Outings
package import Postgres

/// The form and the pictures of ``BillSection``: people with a personal link read payment codes and say that they have paid
/// without JavaScript.
@MemberwiseInit
package struct BillPage: RouteGroup {
    let database: PostgresClient
    let edits: BillEdits
    let page: InvitationPage
    let links: [OperatorLink]

    package static let definitions: [RouteDefinition<Self>] = [
        RouteDefinition(
            .markTransferSentOnPage, .sendTransfer, scope: .anyone, kind: .page,
            "Mark a transfer as sent on the page of a link", parameters: [.token],
            body: .form(.object(.formToken)),
            answers: [
                .seeOther("Redirects to the page"),
                .page("The link or the transfer is unknown, or the link has expired", status: 404),
                .page("Conflict with the current state; the page shows the reason", status: 409),
            ], problems: [.staleForm], handler: markSent),
        RouteDefinition(
            .readPaymentCodeOnPage, .readPaymentOptions, scope: .anyone, kind: .page,
            "Read a QR code on the page of a link", parameters: [.token, .paymentCode],
            answers: [.paymentCode], handler: code),
    ]

    func markSent(_ call: Call) async throws -> Response {
        let transfer: BillTransferID = try call.id("transfer")
        let bill: BillID = try call.id("bid")
        var form = try await call.request.form()
        let proof = FormToken(&form)
        try form.finish()
        return try await page.submit(call, proof) { view, holder in
            do {
                try await database.transaction { transaction in
                    try await edits.markSent(
                        transfer, of: bill, on: view.outing.id, by: holder, in: transaction)
                }
                return .seeOther("/i/\(try call.text("token"))#bill")
            } catch let problem as Problem where problem.status.code < 500 {
                let values = try await BillSection(database: database, links: links).values(
                    for: view, call, refusal: call.said(problem))
                return try await page.refused(view, status: problem.status, values: values, call: call)
            }
        }
    }

    func code(_ call: Call) async throws -> Response {
        let (view, holder) = try await page.holder(call)
        let options = try await TransferPaymentOptions(database: database, key: call.site.key, links: links)
            .options(of: call.id("transfer"), of: call.id("bid"), on: view.outing, for: holder)
        return try options.picture(ofKind: call.text("kind"))
    }
}

extension Endpoint {
    static var markTransferSentOnPage: Endpoint {
        .post("/i/{token}/bills/{bid}/transfers/{transfer}/sent")
    }
    static var readPaymentCodeOnPage: Endpoint {
        .get("/i/{token}/bills/{bid}/transfers/{transfer}/options/{kind}/qr.svg")
    }
}
