internal import HTTPKit

/// Every number of passkeys.
enum PasskeyLimits {
    /// Seconds that somebody may take to find the finger or the key (WebAuthn recommends 300 at most to wait).
    static let challenge: Double = 300
    /// Passkeys one person may have: several devices, keys and password managers.
    static let passkeys = 20
    /// Bytes of a credential's id (WebAuthn, section 4).
    static let credentialID = 1...1_023
    /// Bytes of one part of a browser's answer; chains of certificates are the longest.
    static let answerBytes = 65_536
    /// Arrays and maps within each other; an attestation statement has three.
    static let cborDepth = 6
    /// Unicode scalars of a passkey's name; a check of the table agrees.
    static let name = 1...80
    /// Ways to an authenticator (WebAuthn, section 5.8.4); others are not kept.
    static let transports: Set<String> = ["usb", "nfc", "ble", "smart-card", "hybrid", "internal"]
    /// Challenges of one process that one network may ask for.
    static let challengesANetwork = RatePolicy("passkeys", capacity: 60, refillPerSecond: 1)
}
