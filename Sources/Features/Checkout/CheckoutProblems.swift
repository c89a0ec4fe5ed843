import HTTPKit

/// Problems that requests about checkouts can return.
enum CheckoutProblems {
    static let nothingToPay = Problem.conflict(
        "nothing_to_pay", "You don’t owe the place anything on this bill.")

    static let notOffered = Problem.conflict(
        "online_payment_not_offered", "This bill can’t be paid online. Pay the place directly.")

    static let orderNotAccepted = Problem.conflict(
        "order_not_accepted", "You can pay once the place has accepted the order.")

    static let unresolved = Problem.conflict(
        "payment_unresolved",
        "Your last payment wasn’t the amount that we asked for. You can pay again once the operator has checked it."
    )

    static let notAvailable = Problem.serviceUnavailable(
        "payment_not_available",
        "Online payment isn’t available right now. Try again, or pay the place directly.",
        retryAfterSeconds: 30)

    static let badSignature = Problem.badRequest(
        "bad_signature", "The signature is missing, malformed, too old or not ours.")

    static let malformedEvent = Problem.badRequest("malformed_event", "The body is not an event.")

    static let membersOnly = Problem.unprocessable(
        "members_only", "Only members can have their card remembered.", pointer: "/remember")
}
