package import HTTPKit

/// Limits of accounts and sign-in that are not settings.
package enum AccountLimits {
    /// Unicode scalars of a name; a check of the table agrees. A list shows one line of it.
    package static let name = 1...80
    /// ASCII characters of a BCP 47 tag; RFC 5646, section 4.4.1 asks for room for 35.
    package static let locale = 2...35
    /// ASCII characters of a zone's name; the longest in tzdata has 32.
    package static let timeZone = 64
    /// Digits of a code. With five guesses a mail and five mails an hour somebody who guesses all year long
    /// has one chance in 200.
    static let codeDigits = 8
    /// Sign-in mails one network may ask for: a class that signs in at once gets through, a flood does not.
    package static let signInMailsANetwork = RatePolicy("sign-in", capacity: 60, refillPerSecond: 0.5)
    /// How long after it was sent a used or dead code is remembered, in seconds: longer than the hour in which mails
    /// are counted.
    static let signInKept: Double = 24 * 3_600
    /// Sessions one person may have; the one unused for longest ends. More devices than anybody has.
    static let sessions = 50
    /// Unicode scalars of the words about a client; a check of the table allows 200.
    static let clientWords = 80
    /// Seconds for which a sign-in is proof enough for what could take an account away: time to find one's way through
    /// the settings, and too little for whoever finds a device that was left open.
    static let recentSignIn: Double = 600
    /// How often a session notes that it is used, in seconds. The idle limit is counted in days.
    static let seenGranularity: Double = 3_600
    /// Seconds that a browser keeps the cookie that binds a sign-in mail to it: any `signIn.codeLife`.
    static let signInCookieLife = 3_600

    /// Codes for another address that one person may ask for, or that one address gets, within an hour.
    static let addressMailsAnHour = 5
    /// Guesses at the code for another address.
    static let addressGuesses = 5

    /// Mails that the page of kept mail lists, newest first.
    static let outboxPage = 100
    /// Seconds for which mail is kept to be read where there is no mail server: 7 days.
    static let keptMail: Double = 7 * 86_400
}

/// What an operator can set about signing in.
package struct AccountSettings: Sendable {
    /// How long a mailed code or link can be used.
    package var codeLife: Duration
    /// Wrong guesses before a code is worth nothing.
    package var codeAttempts: Int
    /// Sign-in mails that an address gets in an hour.
    package var mailsPerHour: Int
    /// A session that is not used for this long ends.
    package var sessionIdle: Duration
    /// No session is older than this.
    package var sessionLife: Duration

    package init(
        codeLife: Duration = .seconds(600), codeAttempts: Int = 5, mailsPerHour: Int = 5,
        sessionIdle: Duration = .seconds(30 * 86_400), sessionLife: Duration = .seconds(180 * 86_400)
    ) {
        self.codeLife = codeLife
        self.codeAttempts = codeAttempts
        self.mailsPerHour = mailsPerHour
        self.sessionIdle = sessionIdle
        self.sessionLife = sessionLife
    }
}
