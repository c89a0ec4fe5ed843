import HTTPKit
import HTTPTypes

enum SignInProblems {
    /// The same for a code that is wrong, used or expired, and for an address that no code was sent to.
    static let wrongCode = wrongCode(isSpent: false)

    /// - Parameter isSpent: Whether the caller's browser, which requested the code, has no guess left. Others
    ///   do not learn that a code was requested.
    static func wrongCode(isSpent: Bool) -> Problem {
        Problem.unprocessable(
            "wrong_code",
            isSpent
                ? "Too many wrong codes. Codes sent so far no longer work: request a new one."
                : "That code is wrong or has expired. Use the newest mail, or request a new code.",
            pointer: "/code"
        ).withArguments(["state": .text(isSpent ? "spent" : "wrong")])
    }

    static let invalidLink = Problem.unprocessable(
        "void_link", "That link was already used or has expired. Request a new mail.", pointer: "/token")

    /// A link opened in another browser is refused, because a mail scanner may have opened it.
    static let wrongBrowser = Problem.unprocessable(
        "use_the_code",
        "That link works only in the browser that requested it. Enter the code from the mail there instead.",
        pointer: "/token")

    /// Returns 403 for a route that requires a recent sign-in.
    ///
    /// - Parameter methods: The person's sign-in methods: `email`, `passkey`, and IDs of providers.
    static func signInAgain(methods: [String]) -> Problem {
        Problem(
            "sign_in_again", .forbidden, title: "Sign in again",
            detail: "This needs a sign-in within the last \(Int(AccountLimits.recentSignIn / 60)) minutes.",
            members: [Problem.Member("ways", methods)])
    }

    static let tooManyMails = Problem(
        "too_many_codes", .tooManyRequests, title: "Too many codes",
        detail: "Several codes were sent within the last hour. Use the newest one, or wait.",
        headers: [.retryAfter: "3600"])

    /// Returned only after the caller has proved to receive that address's mail.
    static let addressTaken = Problem.conflict(
        "address_taken", "This address belongs to another account. Sign in with it to use that account.")

    /// Without `Retry-After`, because only an operator can resolve it.
    static let mailNotConfigured = Problem(
        "mail_not_configured", .serviceUnavailable, title: "This server cannot send mail",
        detail: "Ask the operator for a sign-in link.")
}
