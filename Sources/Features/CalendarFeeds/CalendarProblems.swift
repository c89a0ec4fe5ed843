internal import HTTPKit
internal import HTTPTypes

/// Problems of calendar feeds and inbound mail.
enum CalendarProblems {
    static let noTimeYet = Problem.conflict(
        "no_time_yet", "There is nothing for a calendar until a time is set.")

    static let badSignature = Problem(
        "bad_signature", .unauthorized, title: "This request is not signed by our mail server",
        detail: "Sign webhook-id, webhook-timestamp and the body with inbound.secret, within five minutes.")

    static let unknownRecipient = Problem(
        "unknown_recipient", .unprocessableContent, title: "There is no such mailbox here",
        detail: "Only the addresses in mail of ours are taken, as they stand there.")
}
