internal import HTTPKit
internal import HTTPTypes

enum SignInProblems {
    /// The same for a code that is wrong, used, expired or guessed at too often, and for an address that none was
    /// sent to.
    static let wrongCode = Problem.unprocessable(
        "wrong_code",
        "That code is not right, or no longer valid. Look at the newest mail, or ask for a new one.",
        pointer: "/code")

    static let voidLink = Problem.unprocessable(
        "void_link", "That link was used already, or is too old. Ask for a new mail.", pointer: "/token")

    /// Whoever reads the mail elsewhere than they asked for it could be somebody else's mail scanner.
    static let anotherBrowser = Problem.unprocessable(
        "use_the_code",
        "That link works only in the browser that asked for it. Type the code from the mail there instead.",
        pointer: "/token")

    /// No `Retry-After`: an operator has to act.
    static let mailNotConfigured = Problem(
        "mail_not_configured", .serviceUnavailable, title: "This server cannot send mail",
        detail: "Ask whoever runs it for a sign-in link.")
}
