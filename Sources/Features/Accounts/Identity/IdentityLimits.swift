/// Every number of signing in by a provider.
enum IdentityLimits {
    /// Seconds that somebody may be at their provider: time to find a password and a second factor there.
    static let visit: Double = 600
    /// Identities one person may have; more than there are providers anywhere.
    static let identities = 20
    /// Seconds that clocks of two servers may differ.
    static let clockSkew: Double = 60
    /// Seconds after which an ID token is too old to begin a session, however long it says that it holds. A native
    /// program gets one and hands it on at once.
    static let tokenAge: Double = 3_600
    /// Seconds for which a provider's addresses and keys are used before they are asked for again.
    static let metadataKept: Double = 3_600
    /// Seconds between two questions for keys because of a key that is not known: whoever makes up names of keys shall
    /// not make us ask a provider for each.
    static let keysAgain: Double = 60
    /// Bytes of an answer of a provider. The largest key sets known have 20 KiB.
    static let answerBytes = 131_072
    /// Bytes of an ID token; claims about groups can make it long.
    static let tokenBytes = 32_768
    /// Unicode scalars of a subject (OpenID Connect Core, section 2); a check of the table agrees.
    static let subject = 1...255
    /// Seconds that a client secret signed by us holds. It is used at once.
    static let mintedSecret: Double = 300
    /// Friends at a provider that are looked at, some hundreds a page. Few have more.
    static let friends = 5_000
    static let friendPages = 25
    /// Bytes of a path that somebody wanted to go to.
    static let destination = 500
}
