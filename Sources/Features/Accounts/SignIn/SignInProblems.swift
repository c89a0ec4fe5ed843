internal import HTTPKit
internal import HTTPTypes

enum SignInProblems {
    /// The same for a code that is wrong, used, expired or out of guesses, and for an address that no code
    /// was sent to.
    static let wrongCode = Problem.unprocessable(
        "wrong_code",
        "That code is not right, or no longer valid. Look at the newest mail, or ask for a new one.",
        pointer: "/code")

    static let invalidLink = Problem.unprocessable(
        "void_link", "That link was used already, or is too old. Ask for a new mail.", pointer: "/token")

    /// A link opened in another browser is refused, because a mail scanner may have opened it.
    static let wrongBrowser = Problem.unprocessable(
        "use_the_code",
        "That link works only in the browser that asked for it. Type the code from the mail there instead.",
        pointer: "/token")

    /// - Parameter methods: The person's sign-in methods: `email`, `passkey`, and IDs of providers.
    static func signInAgain(methods: [String]) -> Problem {
        Problem(
            "sign_in_again", .forbidden, title: "Sign in again",
            detail: "That needs a sign-in of the last \(Int(AccountLimits.recentSignIn / 60)) minutes.",
            members: [Problem.Member("ways", methods)])
    }

    static let tooManyAddressMails = Problem(
        "too_many_codes", .tooManyRequests, title: "Too many codes",
        detail: "Several codes were sent within this hour already. Use the newest one, or wait.",
        headers: [.retryAfter: "3600"])

    /// Returned only after the caller has proved to receive that address's mail.
    static let addressTaken = Problem.conflict(
        "address_taken", "Another account has this address. Sign in with it to use that one.")

    /// Without `Retry-After`, because only an operator can resolve it.
    static let mailNotConfigured = Problem(
        "mail_not_configured", .serviceUnavailable, title: "This server cannot send mail",
        detail: "Ask whoever runs it for a sign-in link.")
}
