import HTTPKit
import HTTPTypes

/// Problems of calendar feeds and inbound mail.
enum CalendarProblems {
    static let noTimeYet = Problem.conflict(
        "no_time_yet", "Set a time first; there's no calendar event until then.")

    static let badSignature = Problem(
        "bad_signature", .unauthorized, title: "Authentication required",
        detail: "Sign webhook-id, webhook-timestamp and the body with inbound.secret, within five minutes.")

    static let unknownRecipient = Problem(
        "unknown_recipient", .unprocessableContent, title: "Invalid content",
        detail: "Use the recipient address exactly as sent in the original mail.")
}
