/// Limits of signing in by a provider.
enum IdentityLimits {
    /// Seconds that a person may spend at the provider: time to find a password and a second factor.
    static let visit: Double = 600
    /// Identities per person; more than there are providers.
    static let identities = 20
    /// Seconds by which the clocks of two servers may differ.
    static let clockSkew: Double = 60
    /// Maximum age in seconds of an ID token that begins a session, whatever its own expiry. A native app
    /// forwards its token at once.
    static let tokenAge: Double = 3_600
    /// Seconds since 1970 that `auth_time` can state, until 2100. Others count as the nearest, because the database has
    /// no times as far away as a number can be.
    static let authenticationTime: ClosedRange<Double> = 0...4_102_444_800
    /// Seconds for which a provider's endpoints and keys are cached.
    static let metadataLifetime: Double = 3_600
    /// Minimum seconds between two fetches of the keys because of an unknown key ID, so that made-up key IDs
    /// cannot cause a request to the provider each.
    static let keyRefetchInterval: Double = 60
    /// Bytes of a provider's response. The largest known key sets have 20 KiB.
    static let answerBytes = 131_072
    /// Bytes of an ID token. Claims about groups can make it long.
    static let tokenBytes = 32_768
    /// Unicode scalars of a subject (OpenID Connect Core, section 2). A check constraint of the table agrees.
    static let subject = 1...255
    /// Lifetime in seconds of a client secret that we sign. It is used at once.
    static let mintedSecretLifetime: Double = 300
    /// Friends read from a provider, some hundreds per page. Few people have more.
    static let friends = 5_000
    static let friendPages = 25
    /// Bytes of the path to return to after signing in.
    static let destination = 500
}
