/// The limits of venues, with their units and reasons.
package enum VenueLimits {
    /// People who run a venue or work there.
    static let members = 100
    /// Unicode scalars.
    static let name = 1...200
    static let postcode = 1...20
    static let website = 10...500
    package static let taxNumber = 1...40
    /// Digits of the code that is mailed to a restaurant.
    static let codeDigits = 8
    /// Proofs that can be tried for a claim.
    static let attempts = 5
    static let claimsPerDay = 3
    /// The time in which a claim has to be proven. A mailed code may wait for a restaurant to open.
    static let claimLife = Duration.seconds(72 * 3_600)
    /// The time in which an operator has to decide.
    static let operatorLife = Duration.seconds(30 * 86_400)
    /// The time for objections to a proven claim.
    static let objectionTime = Duration.seconds(72 * 3_600)
    /// Bytes of a website that are read for a proof.
    static let siteBytes = 512 * 1_024
    static let devices = 20
    static let deviceName = 1...60
    /// The time in which a code pairs a device.
    static let pairingLife = Duration.seconds(600)
    /// Codes that can be tried from one network in an hour.
    static let pairingGuesses = 10
    static let deviceCookieSeconds = 400 * 86_400
    static let stations = 20
    static let stationName = 1...60
    /// Sections and items that a station makes.
    static let stationKeys = 500
    /// Minutes between the placing of an order and the time when its food is due: a week at most.
    static let leadMinutes = 0...10_080
    /// Portions of an order.
    static let portions = 1...10_000
    /// The minimum and the maximum of an order, in minor units.
    static let orderMinor: Int64 = 1_000_000_000_000
    static let menuKey = 1...64
    /// Changes on a page: both the default and the maximum.
    static let changes = 100
}
