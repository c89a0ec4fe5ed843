package import Access
import Foundation
import HTTPKit
import HTTPTypes
import Hummingbird
import NoonishAPI
import OpenAPI

/// The address to which the provider's page leads back.
///
/// A guest without scripts belongs on the page of their link. The link is a secret that the provider must not get, so the guest's browser
/// keeps it in a cookie meanwhile. Everyone else goes on to the bill's screen.
package struct CheckoutReturn: RouteGroup {
    package init() {}

    package static let definitions: [RouteDefinition<Self>] = [
        RouteDefinition(
            .returnFromCheckout, .readService, scope: .anyone, kind: .page,
            "Lead a person back from the provider’s page",
            answers: [.seeOther("Redirects to the page of the guest’s link, or else to the bill")],
            handler: leadBack)
    ]

    func leadBack(_ call: Call) throws -> Response {
        let outing: OutingID = try call.id("id")
        let bill: BillID = try call.id("bid")
        guard let token = Self.token(for: bill, in: call) else {
            return .seeOther("/outings/\(outing)/bill?bill=\(bill)")
        }
        var response = Response.seeOther("/i/\(token)#online")
        response.setCookie(.ours(CookieName.checkout(call.site), "", maxAge: 0, site: call.site))
        return response
    }
}

extension CheckoutReturn {
    static func path(_ bill: BillID, on outing: OutingID) -> String {
        "/outings/\(outing)/bills/\(bill)/return"
    }

    /// Returns the cookie that leads a guest from the provider's page of a bill back to their link, while that page is open.
    ///
    /// Its path is `/`, as `__Host-` requires, so its value names the bill.
    static func cookie(_ token: String, for bill: BillID, until end: Date, site: Site) -> Cookie {
        .ours(
            CookieName.checkout(site), "\(bill).\(token)", maxAge: max(0, Int(end.timeIntervalSinceNow)),
            site: site)
    }

    /// Returns the token of the link from which a guest went to pay; `nil` if it was for another bill.
    private static func token(for bill: BillID, in call: Call) -> Substring? {
        let parts = call.request.cookies[CookieName.checkout(call.site)]?.value.split(separator: ".") ?? []
        guard parts.count == 2, parts[0] == bill.description else { return nil }
        return parts[1]
    }
}

extension Endpoint {
    static var returnFromCheckout: Endpoint { .get("/outings/{id}/bills/{bid}/return") }
}
