package import Fetch
import Foundation
import Initializers
import JSON

/// Why Stripe's API did not do what it was asked to.
enum StripeFault: Error, Sendable {
    /// No answer, or one that a repetition may change. Whether the request had an effect is unknown.
    case unavailable(String)
    /// A fault of Stripe's own, which it repeats if the request is repeated.
    case failed(String)
    /// A definite refusal, with Stripe's code of the reason.
    case refused(String)

    var reason: String {
        switch self {
        case .unavailable(let reason), .failed(let reason), .refused(let reason): reason
        }
    }
}

/// The part of Stripe's API that checkouts need: sessions on Stripe's own page, refunds and customers. Ids, amounts and states
/// pass through here, and no data of cards.
@MemberwiseInit
package struct StripeAPI: Sendable {
    let client: FetchClient
    /// `https://api.stripe.com`, without a trailing slash.
    let url: String
    /// The secret key.
    let key: String

    /// The version whose shapes are read here.
    private static let version = "2024-06-20"

    /// What a new session is for.
    struct SessionRequest: Sendable {
        let id: String
        let units: Int
        let currency: String
        let name: String
        let returnURL: String
        let expiresAt: Int
        /// Whether the card may be remembered.
        var remember = false
        /// The provider's id of the customer whose cards are offered.
        var customer: String?
    }

    /// Creates a session, or returns the one that was created with the same id before.
    func create(_ request: SessionRequest) async throws(StripeFault) -> StripeSession {
        var fields = [
            ("mode", "payment"), ("client_reference_id", request.id),
            // Card payments are certain at once; slower ones would leave the bill undecided for days.
            ("payment_method_types[0]", "card"),
            ("line_items[0][quantity]", "1"),
            ("line_items[0][price_data][currency]", request.currency.lowercased()),
            ("line_items[0][price_data][unit_amount]", String(request.units)),
            ("line_items[0][price_data][product_data][name]", request.name),
            ("metadata[checkout]", request.id), ("payment_intent_data[metadata][checkout]", request.id),
            ("success_url", request.returnURL), ("cancel_url", request.returnURL),
            ("expires_at", String(request.expiresAt)),
        ]
        if request.remember {
            fields.append(("payment_intent_data[setup_future_usage]", "on_session"))
            // The person has agreed before; by default Stripe keeps the card, but does not offer it again.
            fields.append(("payment_method_data[allow_redisplay]", "always"))
            fields.append(
                request.customer.map { ("customer", $0) } ?? ("customer_creation", "always"))
        }
        // A customer that Stripe does not know makes another request of it.
        let key = request.customer == nil ? "checkout-\(request.id)" : "checkout-\(request.id)-card"
        return try await session(send(.post, "/v1/checkout/sessions", fields, idempotencyKey: key))
    }

    func session(_ id: String) async throws(StripeFault) -> StripeSession {
        try await session(
            send(.get, "/v1/checkout/sessions/\(encoded(id))?expand%5B%5D=payment_intent.latest_charge"))
    }

    /// Closes a page. A session that is complete or expired stays as it is.
    func close(_ id: String) async throws(StripeFault) -> StripeSession {
        do {
            _ = try await send(.post, "/v1/checkout/sessions/\(encoded(id))/expire", [])
        } catch .refused {
            // Someone has paid meanwhile, or its time is over.
        }
        return try await session(id)
    }

    /// Pays back a part of a payment, once for each id: Stripe forgets the keys of requests after a day, but no refund.
    func refund(_ id: String, of intent: String, units: Int) async throws(StripeFault) {
        let known = try await send(.get, "/v1/refunds?limit=100&payment_intent=\(encoded(intent))")
        if known.member("data")?.items.contains(where: {
            $0.member("metadata")?.member("refund")?.string == id
        })
            ?? false
        {
            return
        }
        _ = try await send(
            .post, "/v1/refunds",
            [("payment_intent", intent), ("amount", String(units)), ("metadata[refund]", id)],
            idempotencyKey: "refund-\(id)")
    }

    /// Deletes a customer with their cards. One that is unknown is deleted already.
    func deleteCustomer(_ id: String) async throws(StripeFault) {
        do {
            _ = try await send(.delete, "/v1/customers/\(encoded(id))")
        } catch .refused("resource_missing") {}
    }
}

extension StripeAPI {
    private func session(_ json: JSONValue) throws(StripeFault) -> StripeSession {
        guard let session = StripeSession(json) else { throw .unavailable("the answer is no session") }
        return session
    }

    private func send(
        _ method: FetchRequest.Method, _ path: String, _ fields: [(String, String)]? = nil,
        idempotencyKey: String? = nil
    ) async throws(StripeFault) -> JSONValue {
        let response: FetchResponse
        do {
            response = try await client.fetch(request(method, path, fields, idempotencyKey))
        } catch {
            throw .unavailable("\(error)")
        }
        let json = try? JSONValue(parsing: response.body)
        if response.status == 200, let json { return json }
        let error = json?.member("error")
        let reason =
            error?.member("code")?.string ?? error?.member("type")?.string ?? "status \(response.status)"
        switch response.status {
        // 401 and 403 are faults of the key, which the operator can replace; 409 and 429 ask for a repetition.
        case 400, 402, 404: throw .refused(reason)
        case 500...: throw .failed("\(reason) (\(response.status))")
        default: throw .unavailable("\(reason) (\(response.status))")
        }
    }

    private func request(
        _ method: FetchRequest.Method, _ path: String, _ fields: [(String, String)]?,
        _ idempotencyKey: String?
    ) throws(FetchError) -> FetchRequest {
        var headers = [
            HTTPHeader("Authorization", "Bearer \(key)"), HTTPHeader("Stripe-Version", Self.version),
            HTTPHeader("Accept", "application/json"),
        ]
        if let idempotencyKey { headers.append(HTTPHeader("Idempotency-Key", idempotencyKey)) }
        if fields != nil { headers.append(HTTPHeader("Content-Type", "application/x-www-form-urlencoded")) }
        let body = fields?.map { "\(encoded($0.0))=\(encoded($0.1))" }.joined(separator: "&")
        return try FetchRequest(
            method, url + path, headers: headers, body: body.map { Array($0.utf8) }, policy: .any,
            allowsPlainHTTP: url.hasPrefix("http://"),
            limits: TransferLimits(
                total: CheckoutLimits.timeout, connect: CheckoutLimits.timeout,
                responseBytes: CheckoutLimits.responseBytes))
    }

    private func encoded(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: Self.unreserved) ?? ""
    }

    /// - Source: RFC 3986, section 2.3.
    private static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}
