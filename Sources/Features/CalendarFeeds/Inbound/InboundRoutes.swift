package import Access
import Crypto
package import Foundation
import HTTPKit
import HTTPTypes
import Hummingbird
import JSON
package import Mail
import NIOCore
import NoonishAPI
import OpenAPI
import Outings

/// Accepts mail from a mail server or from a provider's service.
///
/// Requests are signed as Standard Webhooks: `webhook-signature` is `v1,` and the base64 of the HMAC-SHA-256 over
/// `webhook-id`, a dot, `webhook-timestamp`, a dot, and the body. The field may contain several signatures,
/// separated by spaces.
package struct InboundRoutes: RouteGroup {
    private let mailbox: any Mailbox
    private let secret: SymmetricKey
    private let now: @Sendable () -> Date

    /// The maximum difference of a request's clock, in seconds.
    ///
    /// - Source: Standard Webhooks.
    private static let tolerance: Double = 300

    /// Creates the routes.
    ///
    /// - Parameter secret: The key of the signatures.
    package init(
        mailbox: any Mailbox, secret: InboundSecret, now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.mailbox = mailbox
        self.secret = SymmetricKey(data: secret.bytes)
        self.now = now
    }

    package static let definitions: [RouteDefinition<Self>] = [
        RouteDefinition(
            .takeMail, .receiveMail, scope: .anyone, "Accept incoming mail",
            "Available only if `inbound.secret` is set. Requests are signed with it as Standard Webhooks. `Idempotency-Key` is ignored.",
            parameters: [
                Parameter("webhook-id", in: .header, .string("msg_1"), "The id of the delivery."),
                Parameter("webhook-timestamp", in: .header, .string("1788220800"), "Seconds since 1970."),
                Parameter(
                    "webhook-signature", in: .header, .string("v1,bm90aGluZw=="), "HMAC-SHA-256, in base64."),
            ],
            body: .json(
                .object(
                    .field("recipient", .text(3...MailLimits.addressBytes, "reply+x@example.org")),
                    .field(
                        "message", .text(0...InputLimits.bodyBytes, "RnJvbTog"),
                        "The complete message, in base64."))),
            answers: [.done("Accepted; it need not be sent again")],
            problems: [
                .notFound, .of(CalendarProblems.badSignature), .of(CalendarProblems.unknownRecipient),
            ], isIdempotent: false, handler: take)
    ]

    /// Processes one message. 204 means that it need not be sent again, whether or not it had an effect.
    func take(_ call: Call) async throws -> Response {
        try check(call)
        var body = try await call.body()
        let recipient = body.required("recipient", .text(3...MailLimits.addressBytes))
        let message = body.required("message", .base64)
        let (to, bytes) = try body.finish(recipient, message)
        guard mailbox.accepts(to) else { throw CalendarProblems.unknownRecipient }
        try await mailbox.take(bytes, to: to)
        return .empty()
    }

    private func check(_ call: Call) throws {
        let headers = call.request.headers
        guard let id = headers[.webhookID], let time = headers[.webhookTimestamp],
            let given = headers[.webhookSignature], let seconds = Double(time),
            abs(now().timeIntervalSince1970 - seconds) <= Self.tolerance
        else { throw CalendarProblems.badSignature }
        var signed = Data("\(id).\(time).".utf8)
        signed.append(contentsOf: call.bodyBytes.readableBytesView)
        let isOurs = given.split(separator: " ").contains { signature in
            guard signature.hasPrefix("v1,"), let code = Data(base64Encoded: String(signature.dropFirst(3)))
            else {
                return false
            }
            return HMAC<SHA256>.isValidAuthenticationCode(code, authenticating: signed, using: secret)
        }
        guard isOurs else { throw CalendarProblems.badSignature }
    }
}

/// The key that signs incoming requests.
package struct InboundSecret: Sendable {
    let bytes: [UInt8]

    /// Parses a key.
    ///
    /// - Parameter text: Base64 of 24 to 64 bytes, with or without the prefix `whsec_`.
    ///
    /// - Returns: `nil` for any other text.
    package init?(_ text: String) {
        let base64 = text.hasPrefix("whsec_") ? String(text.dropFirst(6)) : text
        guard let data = Data(base64Encoded: base64), (24...64).contains(data.count) else { return nil }
        bytes = Array(data)
    }
}

extension HTTPField.Name {
    fileprivate static let webhookID = constant("webhook-id")
    fileprivate static let webhookTimestamp = constant("webhook-timestamp")
    fileprivate static let webhookSignature = constant("webhook-signature")
}

extension ValueParser where Value == [UInt8] {
    fileprivate static var base64: Self {
        .parsed("base64", longest: InputLimits.bodyBytes) { text in Data(base64Encoded: text).map(Array.init)
        }
    }
}
