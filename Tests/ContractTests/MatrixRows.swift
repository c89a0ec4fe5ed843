import Access
import Foundation
import HTTPTypes

/// What the ids in a route's path name.
enum MatrixSubject: Hashable, Sendable {
    /// Nothing: the route is about the caller, or about no person.
    case nothing
    case outing
    /// A person on an outing's list: the caller, or another person.
    case attendee(ofOneself: Bool)
    case link
    /// Something that was said about an outing: by the caller, or another.
    case message
    case session, person, friend
    case incomingRequest, outgoingRequest
    case webhook
    case blocked
    /// A personal or a share link's token.
    case token
    case channel, restaurant
    /// A restaurant that has published a menu.
    case restaurantWithMenu
    case dish
    case passkey, identity, export
    /// A provider that is not configured.
    case nobodysProvider
    /// A guest's personal link: anyone who has it may do what the guest may.
    case personalToken
    /// An invitation of a person.
    case invitation
    /// Facebook's word for something done.
    case deletion
    /// A report that does not exist.
    case report
    case liveRestaurant
    case circle, circleMember
    /// The secret of the address of a person's calendar.
    case calendar
    /// One that the caller made, if they are on the list.
    case suggestion
    /// One that is open.
    case poll
    /// The order of an outing, and a line of it that is the caller's.
    case order, orderLine
    /// The page of a guest's link to an outing with an order, and a line of it that is the guest's.
    case orderPage, orderPageLine
    /// A series of the caller's, or one that they are in; a date of it, or a person in it.
    case series
    /// The token of a series' link.
    case seriesToken
    /// A venue of the caller's, or one where they work.
    case venue
    /// A pending claim of the caller's, that an operator decides.
    case claim
    /// A restaurant that no one runs here.
    case restaurantToClaim
    /// A bill of the host's in which everyone on the list has a share.
    case bill
    /// A transfer of such a bill, of which the caller is the creditor or the debtor.
    case transfer(asCreditor: Bool)
    /// The page of a guest's link to an outing with a bill of which the guest owes a transfer.
    case transferPage
    /// A kind of account, of the caller's own.
    case payoutKind
}

/// One route of the matrix: how to call it so that only who calls decides, and what success is.
struct MatrixRow: Sendable {
    let route: String
    let subject: MatrixSubject
    let done: Int
    /// `nil` sends none; `{mark}` is another word each time.
    var body: String?
    var query = ""
    var headers: HTTPFields = [:]
    /// What the proof in a form is made for; empty: it has none; nil: it is no form.
    var form: String?
    /// Sent as HEAD, as the answer to GET never ends.
    var isEndless = false
    /// The action that is asked for where the route has two.
    var action: Action?

    init(
        _ route: String, _ subject: MatrixSubject, done: Int = 200, body: String? = nil, query: String = "",
        headers: HTTPFields = [:], form: String? = nil, isEndless: Bool = false, action: Action? = nil
    ) {
        self.route = route
        self.subject = subject
        self.done = done
        self.body = body
        self.query = query
        self.headers = headers
        self.form = form
        self.isEndless = isEndless
        self.action = action
    }
}

/// The matrix as data. A route of `/v1` or a page with a token needs a row here: what its path names, what success is, and
/// a body that is right, so that only who calls decides.
enum MatrixRows {
    static let all: [MatrixRow] =
        outings + orders + deciding + bills + talk + ratings + attendees + invitations + people + waysIn
        + ownData
        + friends
        + circles + series
        + restaurants + venues
        + calendars + updates + operators

    private static let outings = [
        MatrixRow("GET /v1/outings", .nothing),
        MatrixRow("POST /v1/outings", .nothing, done: 201, body: #"{"title":"Lunch"}"#),
        MatrixRow("GET /v1/outings/{id}", .outing),
        MatrixRow(
            "PATCH /v1/outings/{id}", .outing, body: #"{"title":"Later"}"#, headers: [.ifMatch: "*"]),
        // Others were notified of it already: only the host gets this response.
        MatrixRow("DELETE /v1/outings/{id}", .outing, done: 409),
        MatrixRow("PUT /v1/outings/{id}/cancellation", .outing, body: #"{"reason":"Rain"}"#),
        MatrixRow("DELETE /v1/outings/{id}/cancellation", .outing),
    ]

    private static let bills = [
        MatrixRow("GET /v1/outings/{id}/bills", .outing),
        MatrixRow(
            "POST /v1/outings/{id}/bills", .outing, done: 201, body: #"{"currency":"EUR","total":"9.00"}"#),
        MatrixRow(
            "POST /v1/outings/{id}/bills/preview", .outing, body: #"{"currency":"EUR","total":"9.00"}"#),
        MatrixRow("GET /v1/outings/{id}/bills/{bid}", .bill),
        MatrixRow("GET /v1/outings/{id}/bills/{bid}/versions/{version}", .bill),
        MatrixRow(
            "PUT /v1/outings/{id}/bills/{bid}", .bill, body: #"{"currency":"EUR","total":"9.00"}"#,
            headers: [.ifMatch: "*"]),
        // No one on the list has the id: only those who may record payments of others get this response.
        MatrixRow(
            "POST /v1/outings/{id}/bills/{bid}/payments", .bill, done: 422,
            body: #"{"personId":"0197f2a0-5b1c-7d3e-9f40-2c6a1e8b7d05","amount":"1.00"}"#),
        MatrixRow("DELETE /v1/outings/{id}/bills/{bid}/payments/{payment}", .bill),
        MatrixRow(
            "PUT /v1/outings/{id}/bills/{bid}/transfers/{transfer}/sent", .transfer(asCreditor: false)),
        MatrixRow(
            "PUT /v1/outings/{id}/bills/{bid}/transfers/{transfer}/state", .transfer(asCreditor: true),
            body: #"{"state":"received"}"#),
        MatrixRow(
            "POST /v1/outings/{id}/bills/{bid}/transfers/{transfer}/nudge", .transfer(asCreditor: true)),
        MatrixRow(
            "GET /v1/outings/{id}/bills/{bid}/transfers/{transfer}/options", .transfer(asCreditor: false)),
        // The creditor has entered no account: only the debtor gets this response.
        MatrixRow(
            "GET /v1/outings/{id}/bills/{bid}/transfers/{transfer}/options/{kind}/qr.svg",
            .transfer(asCreditor: false), done: 404),
        MatrixRow(
            "POST /i/{token}/bills/{bid}/transfers/{transfer}/sent", .transferPage, done: 303, form: "/i"),
        // Nor on the page of a link.
        MatrixRow(
            "GET /i/{token}/bills/{bid}/transfers/{transfer}/options/{kind}/qr.svg", .transferPage, done: 404),
        // Nothing is paid online here: only the debtor gets this response.
        MatrixRow("POST /i/{token}/bills/{bid}/checkouts", .transferPage, done: 409, form: "/i"),
        MatrixRow("GET /v1/outings/{id}/bills/{bid}/checkouts", .bill),
        // The books of the bill are empty: only those who may pay it get this response.
        MatrixRow("POST /v1/outings/{id}/bills/{bid}/checkouts", .bill, done: 409),
        // None of the actors is the provider.
        MatrixRow("POST /v1/checkout/events", .nothing, done: 400, body: "{}"),
        MatrixRow("GET /v1/me/remembered-card", .nothing),
        MatrixRow("DELETE /v1/me/remembered-card", .nothing, done: 204),
        MatrixRow("GET /v1/me/payout-methods", .nothing),
        MatrixRow("GET /v1/payment-links", .nothing),
        MatrixRow("PUT /v1/me/payout-methods/{kind}", .payoutKind, body: #"{"value":"leila"}"#),
        MatrixRow("DELETE /v1/me/payout-methods/{kind}", .payoutKind, done: 204),
    ]

    private static let talk = [
        MatrixRow("GET /v1/outings/{id}/messages", .outing),
        MatrixRow("POST /v1/outings/{id}/messages", .outing, done: 201, body: #"{"text":"Soup?"}"#),
        // There is no such message: only those who may read messages get this response.
        MatrixRow(
            "PUT /v1/outings/{id}/messages/read", .outing, done: 404,
            body: #"{"upTo":"0197f2a0-5b1c-7d3e-9f40-2c6a1e8b7d05"}"#),
        MatrixRow("PUT /v1/outings/{id}/messages/mute", .outing, body: #"{"muted":false}"#),
        MatrixRow("PATCH /v1/outings/{id}/messages/{mid}", .message, body: #"{"text":"Ramen?"}"#),
        MatrixRow("DELETE /v1/outings/{id}/messages/{mid}", .message, done: 204),
        MatrixRow(
            "POST /v1/outings/{id}/messages/{mid}/report", .message, done: 202, body: #"{"reason":"other"}"#),
        MatrixRow("GET /v1/messages/unread", .nothing),
        MatrixRow("GET /v1/outings/{id}/history", .outing),
        // The first revision edited nothing: only the hosts get this response.
        MatrixRow(
            "POST /v1/outings/{id}/undo", .outing, done: 409, body: #"{"revision":1}"#,
            headers: [.ifMatch: "*"]),
    ]

    private static let venues = [
        MatrixRow("GET /v1/restaurants/{id}/claims", .restaurantToClaim),
        // Its contacts are new.
        MatrixRow(
            "POST /v1/restaurants/{id}/claims", .restaurantToClaim, done: 409,
            body: #"{"method":"website"}"#),
        MatrixRow("GET /v1/me/claims", .nothing),
        MatrixRow("POST /v1/claims/{id}/proofs", .claim, done: 409, body: #"{"code":"12345678"}"#),
        MatrixRow(
            "POST /v1/venues", .nothing, done: 201,
            body:
                #"{"name":"{mark}","kind":"cafe","latitude":1,"longitude":1,"timeZone":"UTC"}"#),
        // The venues of this world have no menu.
        MatrixRow("GET /v1/venues/{id}/menu/draft", .venue, done: 404),
        MatrixRow(
            "PUT /v1/venues/{id}/menu/draft", .venue, done: 422, body: "[]", headers: [.ifMatch: "*"]),
        MatrixRow("POST /v1/venues/{id}/menu/publications", .venue, done: 404),
        MatrixRow("GET /v1/venues/{id}/stock", .venue),
        MatrixRow("GET /v1/venues/{id}/stock/moves", .venue),
        // The venue has no menu.
        MatrixRow(
            "POST /v1/venues/{id}/stock/{item}/moves", .venue, done: 409,
            body: #"{"kind":"count","quantity":5}"#),
        MatrixRow(
            "PUT /v1/venues/{id}/items/{item}/availability", .venue, done: 404, body: #"{"state":"off"}"#),
        // That is no picture.
        MatrixRow("PUT /v1/venues/{id}/items/{item}/picture", .venue, done: 415, body: "{}"),
        MatrixRow("DELETE /v1/venues/{id}/items/{item}/picture", .venue, done: 404),
        // That is no picture.
        MatrixRow("PUT /v1/venues/{id}/logo", .venue, done: 415, body: "{}"),
        MatrixRow("DELETE /v1/venues/{id}/logo", .venue, done: 204),
        MatrixRow("GET /v1/venues/{id}/sales", .venue),
        // The venue has no menu.
        MatrixRow(
            "POST /v1/venues/{id}/sales", .venue, done: 201,
            body: #"{"lines":[{"name":"Tea","price":"3.00"}],"currency":"EUR"}"#),
        // A sale that does not exist.
        MatrixRow("GET /v1/venues/{id}/sales/{saleId}", .venue, done: 404),
        MatrixRow(
            "POST /v1/venues/{id}/sales/{saleId}/void", .venue, done: 404, body: #"{"reason":"Twice"}"#),
        MatrixRow("POST /v1/venues/{id}/sales/{saleId}/tips", .venue, done: 404, body: #"{"amount":"1.00"}"#),
        MatrixRow(
            "POST /v1/venues/{id}/sales/{saleId}/invoice", .venue, done: 404,
            body: #"{"name":"Leila","address":"Pier 1"}"#),
        MatrixRow("GET /v1/venues/{id}/invoices", .venue),
        // An invoice that does not exist.
        MatrixRow("GET /v1/venues/{id}/invoices/{invoiceId}", .venue, done: 404),
        MatrixRow("GET /v1/venues/{id}/customers", .venue),
        MatrixRow("POST /v1/venues/{id}/customers", .venue, done: 201, body: #"{"name":"Leila"}"#),
        MatrixRow("GET /v1/venues/{id}/customers/{customerId}", .venue),
        MatrixRow(
            "PATCH /v1/venues/{id}/customers/{customerId}", .venue, body: #"{"name":"Leila"}"#,
            headers: [.ifMatch: "*"]),
        MatrixRow("DELETE /v1/venues/{id}/customers/{customerId}", .venue, done: 204),
        MatrixRow("POST /v1/venues/{id}/customers/{customerId}/restore", .venue),
        // The other one does not exist: only owners get this response.
        MatrixRow(
            "POST /v1/venues/{id}/customers/{customerId}/merge", .venue, done: 422,
            body: #"{"customerId":"0192f3c1-0000-7000-8000-000000000001"}"#),
        MatrixRow("GET /v1/venues/{id}/customers/{customerId}/changes", .venue),
        MatrixRow("GET /v1/venues/{id}/filters", .venue),
        MatrixRow(
            "POST /v1/venues/{id}/filters", .venue, done: 201,
            body:
                #"{"name":"Late","kind":"sales","where":{"field":"hour","operator":"above","values":[20]}}"#
        ),
        MatrixRow(
            "PUT /v1/venues/{id}/filters/{filterId}", .venue,
            body: #"{"name":"Late","where":{"field":"hour","operator":"above","values":[21]}}"#),
        MatrixRow("DELETE /v1/venues/{id}/filters/{filterId}", .venue, done: 204),
        MatrixRow("GET /v1/venues/{id}/records/customers", .venue),
        MatrixRow("GET /v1/venues/{id}/records/sales", .venue),
        MatrixRow("GET /v1/venues/{id}/records/lines", .venue),
        MatrixRow("GET /v1/venues/{id}/records/stock", .venue),
        MatrixRow("GET /v1/venues/{id}/records/times", .venue),
        MatrixRow("GET /v1/venues/{id}/board", .venue),
        MatrixRow("GET /v1/venues/{id}/orders", .venue),
        // An order that does not exist.
        MatrixRow(
            "POST /v1/venues/{id}/orders/{orderId}/transitions", .venue, done: 404,
            body: #"{"from":"placed","to":"accepted"}"#),
        MatrixRow("PUT /v1/venues/{id}/orders/{orderId}/seen", .venue, done: 404, body: #"{"revision":1}"#),
        MatrixRow(
            "POST /v1/venues/{id}/orders/{orderId}/messages", .venue, done: 404, body: #"{"text":"Soup?"}"#),
        MatrixRow(
            "PUT /v1/venues/{id}/orders/{orderId}/stations/{station}", .venue, done: 404,
            body: #"{"state":"done","revision":1}"#),
        MatrixRow("GET /v1/venues/{id}/stations", .venue),
        MatrixRow(
            "PUT /v1/venues/{id}/stations", .venue, body: #"{"stations":[{"key":"grill","name":"Grill"}]}"#),
        MatrixRow("GET /v1/venues/{id}/devices", .venue),
        MatrixRow("POST /v1/venues/{id}/devices", .venue, done: 201, body: #"{"name":"Counter"}"#),
        // A device that does not exist.
        MatrixRow("DELETE /v1/venues/{id}/devices/{deviceId}", .venue, done: 404),
        MatrixRow("GET /v1/me/venues", .nothing),
        MatrixRow("GET /v1/venues/{id}", .venue),
        MatrixRow(
            "PATCH /v1/venues/{id}", .venue, body: #"{"phone":"+358912345"}"#, headers: [.ifMatch: "*"]),
        MatrixRow("GET /v1/venues/{id}/changes", .venue),
        MatrixRow("GET /v1/venues/{id}/people", .venue),
        // A stranger of the caller's.
        MatrixRow(
            "POST /v1/venues/{id}/people", .venue, done: 422,
            body: #"{"personId":"0198c0de-0000-7000-8000-0000000000aa","role":"staff"}"#),
        MatrixRow(
            "PATCH /v1/venues/{id}/people/{personId}", .venue, body: #"{"role":"staff"}"#),
        // Staff can remove themselves alone.
        MatrixRow(
            "DELETE /v1/venues/{id}/people/{personId}", .venue, done: 204, action: .manageVenueMembers),
    ]

    private static let orders = [
        MatrixRow("GET /v1/me/orders", .nothing),
        MatrixRow(
            "POST /v1/outings/{id}/order", .outing, done: 201, body: #"{"place":"Pier","currency":"EUR"}"#),
        MatrixRow("GET /v1/outings/{id}/order", .order),
        MatrixRow(
            "PATCH /v1/outings/{id}/order", .order, body: #"{"note":"No bags"}"#, headers: [.ifMatch: "*"]),
        // It is open already: only those who run it get this response.
        MatrixRow(
            "POST /v1/outings/{id}/order/transitions", .order, body: #"{"from":"open","to":"open"}"#),
        MatrixRow("POST /v1/outings/{id}/order/lines", .order, done: 201, body: #"{"name":"{mark}"}"#),
        // No one has ordered at that place before.
        MatrixRow("POST /v1/outings/{id}/order/lines/again", .order, done: 409),
        MatrixRow(
            "PATCH /v1/outings/{id}/order/lines/{lid}", .orderLine, body: #"{"quantity":2}"#,
            headers: [.ifMatch: "*"]),
        MatrixRow(
            "DELETE /v1/outings/{id}/order/lines/{lid}", .orderLine, done: 204, headers: [.ifMatch: "*"]),
        MatrixRow("POST /v1/outings/{id}/order/lines/{lid}/restore", .orderLine),
        MatrixRow("PUT /v1/outings/{id}/order/pass", .order),
        MatrixRow("DELETE /v1/outings/{id}/order/pass", .order),
        MatrixRow("POST /v1/outings/{id}/order/nudge", .order, body: #"{"preview":true}"#),
        // The place has no menu.
        MatrixRow("POST /v1/outings/{id}/order/reprice", .order, done: 409, body: #"{"preview":true}"#),
        MatrixRow("GET /v1/outings/{id}/order/sheet", .order),
        MatrixRow("GET /v1/outings/{id}/order/receipt", .order),
        MatrixRow("GET /v1/outings/{id}/order/events", .order),
        MatrixRow("POST /i/{token}/order", .orderPage, done: 303, body: "name={mark}", form: "/i"),
        MatrixRow("POST /i/{token}/order/pass", .orderPage, done: 303, body: "passes=true", form: "/i"),
        MatrixRow(
            "POST /i/{token}/order/lines/{lid}", .orderPageLine, done: 303, body: "act=strike", form: "/i"),
    ]

    private static let ratings = [
        // The outing is not over: only those on its list get this response.
        MatrixRow("GET /v1/outings/{id}/rating", .outing),
        MatrixRow("DELETE /v1/outings/{id}/rating", .outing, done: 409),
        // For an outing that does not exist.
        MatrixRow(
            "POST /v1/restaurants/{id}/ratings", .restaurant, done: 404,
            body: #"{"outingId":"0197f2a0-5b1c-7d3e-9f40-2c6a1e8b7d05","stars":4}"#),
    ]

    private static let attendees = [
        MatrixRow("GET /v1/outings/{id}/attendees", .outing),
        MatrixRow("GET /v1/outings/{id}/diets", .outing),
        MatrixRow("PUT /v1/outings/{id}/attendance", .outing, body: #"{"status":"attending"}"#),
        MatrixRow(
            "PUT /v1/outings/{id}/attendees/{personId}", .attendee(ofOneself: false),
            body: #"{"status":"maybe"}"#),
        MatrixRow(
            "DELETE /v1/outings/{id}/attendees/{personId}", .attendee(ofOneself: false), done: 204,
            action: .removeAttendee),
        MatrixRow(
            "DELETE /v1/outings/{id}/attendees/{personId}", .attendee(ofOneself: true), done: 204,
            action: .leave),
        // The waiting list is empty: only those on the list get this response.
        MatrixRow("POST /v1/outings/{id}/waitlist/take", .outing, done: 409),
        MatrixRow(
            "PUT /v1/outings/{id}/origin", .outing, done: 204,
            body: #"{"latitude":60.17,"longitude":24.94,"consent":true}"#),
        MatrixRow("DELETE /v1/outings/{id}/origin", .outing, done: 204),
        MatrixRow("POST /v1/outings/{id}/nudge", .outing, body: #"{"preview":true}"#),
    ]

    private static let deciding = [
        MatrixRow("GET /v1/outings/{id}/suggestions", .outing),
        MatrixRow("POST /v1/outings/{id}/suggestions", .outing, done: 201, body: #"{"place":"{mark}"}"#),
        MatrixRow(
            "PUT /v1/outings/{id}/suggestions/{sid}/support", .suggestion, body: #"{"answer":"maybe"}"#),
        MatrixRow("POST /v1/outings/{id}/suggestions/{sid}/withdraw", .suggestion),
        MatrixRow("POST /v1/outings/{id}/suggestions/{sid}/accept", .suggestion),
        MatrixRow("POST /v1/outings/{id}/suggestions/{sid}/deny", .suggestion, body: #"{"word":"No"}"#),
        MatrixRow(
            "POST /v1/outings/{id}/suggestions/{sid}/poll", .suggestion, done: 201,
            body: #"{"closesAt":"\#(tomorrow)","options":[{"place":"{mark}"}]}"#),
        MatrixRow("GET /v1/outings/{id}/polls", .outing),
        MatrixRow(
            "POST /v1/outings/{id}/polls", .outing, done: 201,
            body: #"{"closesAt":"\#(tomorrow)","options":[{"place":"Pier {mark}"},{"place":"Hill {mark}"}]}"#),
        MatrixRow("GET /v1/outings/{id}/polls/{pid}", .poll),
        MatrixRow("PUT /v1/outings/{id}/polls/{pid}/vote", .poll, body: #"{"votes":[]}"#),
        MatrixRow("POST /v1/outings/{id}/polls/{pid}/draw", .poll),
        // It is not over yet: only hosts get this response.
        MatrixRow("POST /v1/outings/{id}/polls/{pid}/accept", .poll, done: 409),
    ]

    private static let tomorrow = Date(timeIntervalSinceNow: 86_400).formatted(.iso8601)

    private static let invitations = [
        MatrixRow(
            "POST /v1/outings/{id}/invitations", .outing, body: #"{"emails":["another@example.org"]}"#),
        MatrixRow("GET /v1/outings/{id}/links", .outing),
        MatrixRow("POST /v1/outings/{id}/links", .outing, done: 201, body: "{}"),
        MatrixRow("DELETE /v1/outings/{id}/links", .outing, done: 204),
        MatrixRow("DELETE /v1/outings/{id}/links/{linkId}", .link, done: 204),
        MatrixRow("GET /v1/outings/{id}/links/{linkId}/qr.svg", .link),
        MatrixRow("DELETE /v1/outings/{id}/links/{linkId}/attendees", .link, done: 204),
        MatrixRow("GET /v1/invitations/{token}", .token),
        MatrixRow(
            "PUT /v1/invitations/{token}/attendance", .token, body: #"{"status":"maybe","name":"Ada"}"#),
        MatrixRow(
            "POST /v1/invitations/{token}/address", .personalToken, done: 202,
            body: #"{"email":"news-{mark}@example.org"}"#),
        MatrixRow("POST /v1/invitations/resend", .nothing, done: 202, body: #"{"email":"no@example.org"}"#),
        MatrixRow("POST /lost-link", .nothing, body: "email=no%40example.org", form: ""),
        MatrixRow("POST /v1/outings/{id}/invitations/{invitationId}/resend", .invitation, done: 202),
        MatrixRow("POST /v1/invitations/{token}/claim", .personalToken),
        // Without a query, members who are signed in are led from their own link to the outing.
        MatrixRow("GET /i/{token}", .token, query: "?done"),
        MatrixRow("POST /i/{token}", .token, done: 303, body: "status=maybe&name=Ada", form: "/i"),
        MatrixRow("POST /i/{token}/open", .token, done: 303, form: "/i"),
        MatrixRow(
            "POST /i/{token}/address", .personalToken, done: 303, body: "email=news-{mark}%40example.org",
            form: "/i"),
    ]

    private static let people = [
        MatrixRow("POST /v1/auth/email", .nothing, done: 202, body: #"{"email":"new@example.org"}"#),
        // No one was sent this code.
        MatrixRow(
            "POST /v1/auth/email/verify", .nothing, done: 422,
            body: #"{"email":"new@example.org","code":"00000000"}"#),
        MatrixRow("GET /v1/auth/providers", .nothing),
        MatrixRow("GET /v1/sessions", .nothing),
        MatrixRow("DELETE /v1/sessions/{id}", .session, done: 204),
        MatrixRow("GET /v1/me", .nothing),
        MatrixRow("PATCH /v1/me", .nothing, body: #"{"name":"Another"}"#),
        MatrixRow("GET /v1/people/{id}", .person),
        MatrixRow("GET /v1/me/channels", .nothing),
        MatrixRow("PATCH /v1/me/channels/{channel}", .channel, body: #"{"wanted":true}"#),
    ]

    private static let waysIn = [
        MatrixRow("POST /v1/auth/oidc/{provider}", .nobodysProvider, body: "{}"),
        MatrixRow("GET /v1/auth/oidc/{provider}/callback", .nobodysProvider, query: "?state=x"),
        MatrixRow("POST /v1/auth/oidc/{provider}/callback", .nobodysProvider, body: "state=x", form: ""),
        MatrixRow("POST /v1/auth/oidc/{provider}/token", .nobodysProvider, body: "{}"),
        // Facebook has not signed it.
        MatrixRow("POST /v1/auth/facebook/delete", .nothing, done: 400, body: "signed_request=x", form: ""),
        MatrixRow(
            "POST /v1/auth/facebook/deauthorise", .nothing, done: 400, body: "signed_request=x", form: ""),
        MatrixRow("GET /v1/auth/facebook/deletions/{code}", .deletion),
        MatrixRow("POST /v1/auth/passkeys/options", .nothing, body: "{}"),
        // No authenticator made these.
        MatrixRow("POST /v1/auth/passkeys/verify", .nothing, done: 422, body: #"{"credential":{}}"#),
        MatrixRow("GET /v1/me/passkeys", .nothing),
        MatrixRow("POST /v1/me/passkeys/options", .nothing, body: "{}"),
        MatrixRow("POST /v1/me/passkeys", .nothing, done: 422, body: #"{"credential":{}}"#),
        MatrixRow("PATCH /v1/me/passkeys/{id}", .passkey, body: #"{"name":"Phone"}"#),
        MatrixRow("DELETE /v1/me/passkeys/{id}", .passkey, done: 204),
        MatrixRow("GET /v1/me/identities", .nothing),
        MatrixRow("DELETE /v1/me/identities/{id}", .identity, done: 204),
        MatrixRow("GET /v1/me/identities/{id}/friends", .identity),
    ]

    private static let ownData = [
        MatrixRow("POST /v1/me/exports", .nothing, done: 202, body: "{}"),
        MatrixRow("GET /v1/me/exports", .nothing),
        MatrixRow("GET /v1/me/exports/{id}/archive", .export),
        MatrixRow("GET /v1/me/erasure", .nothing),
        MatrixRow("PUT /v1/me/erasure", .nothing, body: "{}"),
        MatrixRow("DELETE /v1/me/erasure", .nothing, done: 204),
        MatrixRow("GET /v1/me/diets", .nothing),
        MatrixRow("PUT /v1/me/diets", .nothing, body: #"{"diets":["vegan"],"allergies":[]}"#),
        // That is no picture.
        MatrixRow("PUT /v1/me/picture", .nothing, done: 415, body: "{}"),
        MatrixRow("DELETE /v1/me/picture", .nothing, done: 204),
        // No one has one.
        MatrixRow("GET /v1/people/{id}/picture", .person, done: 404),
        MatrixRow("POST /v1/people/{id}/reports", .person, done: 202, body: #"{"reason":"name"}"#),
        MatrixRow("GET /i/{token}/data", .personalToken),
        MatrixRow("POST /i/{token}/data", .personalToken, done: 303, body: "act=keep", form: "/i/data"),
    ]

    /// From another machine. No actor is an operator, so there is no console.
    private static let operators =
        [
            MatrixRow("GET /v1/operator/people", .nothing, done: 404, query: "?query=x"),
            MatrixRow("DELETE /v1/operator/people/{id}/sessions", .person, done: 404),
            MatrixRow("DELETE /v1/operator/people/{id}/picture", .person, done: 404),
            MatrixRow("PUT /v1/operator/people/{id}/name", .person, done: 404, body: #"{"name":"Another"}"#),
            MatrixRow("PUT /v1/operator/people/{id}/erasure", .person, done: 404),
            MatrixRow("GET /v1/operator/reports", .nothing, done: 404),
            MatrixRow(
                "POST /v1/operator/reports/{id}/close", .report, done: 404, body: #"{"outcome":"Done"}"#),
            MatrixRow("GET /v1/operator/deliveries", .nothing, done: 404),
            MatrixRow("POST /v1/operator/deliveries/retry", .nothing, done: 404, body: "{}"),
            MatrixRow("GET /v1/operator/audit", .nothing, done: 404),
            MatrixRow("GET /operator", .nothing, done: 404),
            MatrixRow(
                "POST /operator", .nothing, done: 404, body: "act=sign_out&id=x", form: ""),
        ].map { row in
            var row = row
            row.headers[.init("X-Forwarded-For")!] = "203.0.113.9"
            return row
        }

    private static let friends = [
        MatrixRow("GET /v1/friends", .nothing),
        MatrixRow("GET /v1/friends/requests", .nothing),
        MatrixRow(
            "POST /v1/friends/requests", .nothing, done: 202, body: #"{"email":"somebody@example.org"}"#),
        MatrixRow("DELETE /v1/friends/requests/{id}", .outgoingRequest, done: 204),
        MatrixRow("POST /v1/friends/requests/{id}/accept", .incomingRequest),
        MatrixRow("POST /v1/friends/requests/{id}/decline", .incomingRequest, done: 204),
        MatrixRow("DELETE /v1/friends/{id}", .friend, done: 204),
    ]

    private static let circles = [
        MatrixRow("GET /v1/friends/companions", .nothing), MatrixRow("GET /v1/friends/blocked", .nothing),
        MatrixRow("PUT /v1/people/{id}/block", .friend, done: 204),
        MatrixRow("DELETE /v1/people/{id}/block", .blocked, done: 204),
        MatrixRow("POST /v1/friends/contacts", .nothing, body: #"{"emails":["tom@example.org"]}"#),
        MatrixRow("GET /v1/friends/settings", .nothing),
        MatrixRow("PUT /v1/friends/settings", .nothing, body: #"{"foundByAddress":true}"#),
        MatrixRow("POST /v1/me/email", .nothing, done: 202, body: #"{"email":"other@example.org"}"#),
        // No one was sent this code.
        MatrixRow(
            "POST /v1/me/email/verify", .nothing, done: 422,
            body: #"{"email":"other@example.org","code":"00000000"}"#),
        MatrixRow("GET /v1/circles", .nothing),
        MatrixRow("POST /v1/circles", .nothing, done: 201, body: #"{"name":"Book club"}"#),
        MatrixRow("GET /v1/circles/{id}", .circle),
        MatrixRow("PATCH /v1/circles/{id}", .circle, body: #"{"name":"Chess club"}"#),
        MatrixRow("DELETE /v1/circles/{id}", .circle, done: 204),
        MatrixRow("GET /v1/circles/{id}/memory", .circle),
        MatrixRow("GET /v1/circles/{id}/proposal", .circle, query: "?near=60.17,24.94"),
        // The cohost is the host's friend alone.
        MatrixRow("PUT /v1/circles/{id}/members/{personId}", .circleMember),
        MatrixRow("DELETE /v1/circles/{id}/members/{personId}", .circleMember, done: 204),
        MatrixRow(
            "PUT /v1/outings/{id}/attendees/{personId}/role", .attendee(ofOneself: false),
            body: #"{"role":"invitee"}"#),
        // No one on the list has the id: only the host gets this response.
        MatrixRow(
            "POST /v1/outings/{id}/hosts/transfer", .outing, done: 422,
            body: #"{"personId":"0197f2a0-5b1c-7d3e-9f40-2c6a1e8b7d05"}"#),
    ]

    private static let series = [
        MatrixRow("GET /v1/series", .nothing),
        MatrixRow(
            "POST /v1/series", .nothing, done: 201,
            body:
                #"{"title":"Lunch","startTime":"12:30","rule":{"frequency":"weekly","weekdays":["th"],"startsOn":"2100-03-04"}}"#
        ),
        MatrixRow("GET /v1/series/{id}", .series),
        MatrixRow("PATCH /v1/series/{id}", .series, body: #"{"note":"Later"}"#, headers: [.ifMatch: "*"]),
        MatrixRow("DELETE /v1/series/{id}", .series, done: 204),
        MatrixRow("POST /v1/series/{id}/skips", .series, body: #"{"date":"2100-03-11"}"#),
        MatrixRow("DELETE /v1/series/{id}/skips/{date}", .series),
        MatrixRow("POST /v1/series/{id}/people", .series, body: #"{"people":[]}"#),
        MatrixRow("DELETE /v1/series/{id}/people/{personId}", .series, done: 204),
        MatrixRow("DELETE /v1/series/{id}/invitees/{inviteeId}", .series, done: 204),
        MatrixRow("PUT /v1/series/{id}/standing", .series, body: #"{"comes":true}"#),
        MatrixRow("GET /v1/series/{id}/order", .series),
        MatrixRow("PUT /v1/series/{id}/order", .series, body: #"{"closesBefore":60,"currency":"EUR"}"#),
        MatrixRow("DELETE /v1/series/{id}/order", .series, done: 204),
        MatrixRow("PUT /v1/series/{id}/order/standing", .series, body: #"{"repeats":true}"#),
        MatrixRow("GET /v1/series/{id}/receipts", .series),
        MatrixRow("GET /v1/series/{id}/link", .series),
        MatrixRow("POST /v1/series/{id}/link", .series, done: 201, body: "{}"),
        MatrixRow("DELETE /v1/series/{id}/link", .series, done: 204),
        // The series have no link.
        MatrixRow("GET /v1/series/{id}/link/qr.svg", .series, done: 404),
        MatrixRow("GET /v1/series-invitations/{token}", .seriesToken),
        MatrixRow("GET /s/{token}", .seriesToken),
        // No one in it has the id: only the host gets this response.
        MatrixRow(
            "POST /v1/series/{id}/host", .series, done: 422,
            body: #"{"personId":"0197f2a0-5b1c-7d3e-9f40-2c6a1e8b7d05"}"#),
    ]

    private static let restaurants = [
        MatrixRow("GET /v1/restaurants", .nothing, query: "?near=60.17,24.94"),
        MatrixRow("GET /v1/places", .nothing, query: "?query=ka&near=60.17,24.94"),
        MatrixRow("GET /v1/restaurants/suggest", .nothing, query: "?q=su&near=60.17,24.94"),
        MatrixRow("GET /v1/restaurants/sources", .nothing),
        MatrixRow("GET /v1/restaurants/live/{source}/{id}", .liveRestaurant),
        MatrixRow("GET /v1/restaurants/{id}", .restaurant),
        // No one has uploaded one.
        MatrixRow("GET /v1/restaurants/{id}/logo", .restaurant, done: 404),
        MatrixRow("GET /v1/restaurants/{id}/menu", .restaurantWithMenu),
        MatrixRow("GET /v1/restaurants/{id}/menu/versions/{number}", .restaurantWithMenu),
        MatrixRow(
            "GET /v1/restaurants/{id}/menu/availability", .restaurantWithMenu,
            query: "?at=2027-03-11T10:30:00Z&timeZone=Europe/Helsinki"),
        MatrixRow("GET /v1/restaurants/{id}/menu/pictures", .restaurantWithMenu),
        // No one has uploaded one.
        MatrixRow("GET /v1/restaurants/{id}/menu/pictures/{item}", .restaurantWithMenu, done: 404),
        MatrixRow("GET /v1/dishes", .nothing, query: "?near=60.17,24.94"),
        MatrixRow("GET /v1/dishes/{id}", .dish),
        MatrixRow("GET /v1/cuisines", .nothing),
        MatrixRow(
            "GET /v1/offers", .nothing, query: "?restaurant=0197f2a0-5b1c-7d3e-9f40-2c6a1e8b7d05"),
        // No host of pictures is configured.
        MatrixRow("GET /tiles/{z}/{x}/{y}", .nothing, done: 404),
        // No map is imported.
        MatrixRow("GET /map/{z}/{x}/{y}", .nothing, done: 404),
    ]

    private static let calendars = [
        // Its time is open.
        MatrixRow("GET /v1/outings/{id}/calendar.ics", .outing, done: 409),
        MatrixRow("GET /v1/calendar", .nothing), MatrixRow("POST /v1/calendar/rotate", .nothing),
        MatrixRow("DELETE /v1/calendar", .nothing, done: 204),
        MatrixRow("GET /v1/calendar/{secret}.ics", .calendar),
        // None of the actors is our mail server.
        MatrixRow("POST /v1/inbound/mail", .nothing, done: 401, body: "{}"),
    ]

    private static let updates = [
        MatrixRow("GET /v1/updates", .nothing),
        MatrixRow("POST /v1/updates/read", .nothing, body: #"{"upTo":0}"#),
        MatrixRow("GET /v1/updates/stream", .nothing, isEndless: true),
        MatrixRow("GET /v1/push/key", .nothing),
        MatrixRow("GET /v1/subscriptions", .nothing),
        MatrixRow(
            "POST /v1/subscriptions", .nothing, done: 201,
            body: """
                {"kind":"webPush","endpoint":"https://fcm.googleapis.com/fcm/send/{mark}","keys":{"p256dh":\
                "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",\
                "auth":"BTBZMqHH6r4Tts7J_aSIgg"}}
                """),
        MatrixRow("PATCH /v1/subscriptions/{id}", .webhook, body: #"{"name":"Hook"}"#),
        MatrixRow("DELETE /v1/subscriptions/{id}", .webhook, done: 204),
        MatrixRow("POST /v1/subscriptions/{id}/secret", .webhook),
        MatrixRow("GET /v1/subscriptions/{id}/attempts", .webhook),
        // Its address does not exist, and that is said.
        MatrixRow("POST /v1/subscriptions/{id}/test", .webhook),
        // Theirs, but no such message was ever sent.
        MatrixRow("POST /v1/subscriptions/{id}/replay", .webhook, done: 404, body: #"{"message":"none"}"#),
    ]
}
