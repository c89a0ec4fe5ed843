package import HTTPKit
import Initializers

/// Limits of accounts and sign-in that are not settings.
package enum AccountLimits {
    /// Unicode scalars of a person's name, shown on one line of a list. A check constraint of the table
    /// agrees.
    package static let name = 1...80
    /// ASCII characters of a BCP 47 tag. RFC 5646, section 4.4.1 recommends room for 35.
    package static let locale = 2...35
    /// ASCII characters of a time zone's name. The longest name in tzdata has 32.
    package static let timeZone = 64
    /// Digits of a sign-in code. With five guesses per mail and five mails per hour, an attacker who guesses
    /// for a whole year has a chance of 1 in 200.
    static let codeDigits = 8
    /// Sign-in mails that one network may request: enough for a school class that signs in at once, not for a
    /// flood.
    package static let signInMailsPerNetwork = RatePolicy("sign-in", capacity: 60, refillPerSecond: 0.5)
    /// Seconds for which a sent code is kept, even if used or expired. Longer than the hour in which mails
    /// are counted.
    static let signInRetention: Double = 24 * 3_600
    /// Sessions per person. A new session beyond this limit ends the one unused for longest.
    static let sessions = 50
    /// Unicode scalars of a client's description. A check constraint of the table allows 200.
    static let clientDescription = 80
    /// Seconds for which a sign-in is accepted as proof for actions that could take an account away. Long
    /// enough to navigate the settings, too short for anyone who finds an unlocked device.
    static let recentSignIn: Double = 600
    /// Seconds between two updates of a session's `seen_at`. The idle limit is counted in days.
    static let seenGranularity: Double = 3_600
    /// Seconds for which a browser keeps the cookie that binds a sign-in mail to it. Covers every allowed
    /// `signIn.codeLife`.
    static let signInCookieLife = 3_600

    /// Codes for a new address per hour, counted both per person and per address.
    static let addressMailsPerHour = 5
    /// Guesses per code for a new address.
    static let addressGuesses = 5

    /// Mails listed on the outbox page, newest first.
    static let outboxPage = 100
    /// Seconds for which mail is kept on a server without a mail server: 7 days.
    static let outboxMail: Double = 7 * 86_400
}

/// The operator's settings for signing in.
@MemberwiseInit
package struct AccountSettings: Sendable {
    /// The lifetime of a mailed code or link.
    package var codeLife: Duration = .seconds(600)
    /// Wrong guesses after which a code is void.
    package var codeAttempts: Int = 5
    /// Sign-in mails per address and hour.
    package var mailsPerHour: Int = 5
    /// The time after which an unused session ends.
    package var sessionIdle: Duration = .seconds(30 * 86_400)
    /// The maximum age of a session.
    package var sessionLife: Duration = .seconds(180 * 86_400)
}
