import HTTPKit

/// Limits of passkeys.
enum PasskeyLimits {
    /// Seconds that a person may take to use the authenticator. WebAuthn recommends at most 300.
    static let challenge: Double = 300
    /// Passkeys per person: several devices, security keys and password managers.
    static let passkeys = 20
    /// Bytes of a credential ID (WebAuthn, section 4).
    static let credentialID = 1...1_023
    /// Bytes of one member of a browser's response. Certificate chains are the longest.
    static let answerBytes = 65_536
    /// Nesting depth of arrays and maps. An attestation statement has three levels.
    static let cborDepth = 6
    /// Unicode scalars of a passkey's name. A check constraint of the table agrees.
    static let name = 1...80
    /// Transports of WebAuthn, section 5.8.4. Others are not stored.
    static let transports: Set<String> = ["usb", "nfc", "ble", "smart-card", "hybrid", "internal"]
    /// Challenges that one network may request from one process.
    static let challengesPerNetwork = RatePolicy("passkeys", capacity: 60, refillPerSecond: 1)
}
