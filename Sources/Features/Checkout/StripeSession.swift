import JSON

/// A Checkout Session as Stripe's API returns it, with its payment.
struct StripeSession: Sendable {
    enum Status: String, Sendable {
        case open, complete, expired
    }

    let id: String
    /// The page, while it is open.
    let url: String?
    let status: Status
    let isPaid: Bool
    let amount: Int
    /// In lower case.
    let currency: String
    /// Our id.
    let reference: String?
    /// For whom the card is remembered; `nil` if it is not.
    let customer: String?
    let intent: String?
    /// What was charged, if the payment has said so.
    let received: Int?
    let refunded: Int

    /// Returns `nil` for another object.
    init?(_ json: JSONValue) {
        guard json.member("object")?.string == "checkout.session", let id = json.member("id")?.string,
            let status = json.member("status")?.string.flatMap(Status.init(rawValue:)),
            let amount = json.member("amount_total")?.integer,
            let currency = json.member("currency")?.string
        else { return nil }
        self.id = id
        self.status = status
        self.amount = amount
        self.currency = currency
        url = json.member("url")?.string
        isPaid = json.member("payment_status")?.string == "paid"
        reference = json.member("client_reference_id")?.string
        customer = json.member("customer")?.string ?? json.member("customer")?.member("id")?.string
        let payment = json.member("payment_intent")
        intent = payment?.string ?? payment?.member("id")?.string
        received = payment?.member("amount_received")?.integer
        refunded = payment?.member("latest_charge")?.member("amount_refunded")?.integer ?? 0
    }
}

extension JSONValue {
    /// The member of an object; `nil` if it is missing or this is no object.
    func member(_ name: String) -> JSONValue? {
        guard case .object(let object) = self else { return nil }
        return object[name]
    }

    var string: String? { if case .string(let text) = self { text } else { nil } }

    var items: [JSONValue] { if case .array(let items) = self { items } else { [] } }

    var integer: Int? { if case .integer(let number) = self { number } else { nil } }
}
