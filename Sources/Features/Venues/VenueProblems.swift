package import HTTPKit
import HTTPTypes
import NoonishAPI

/// Problems that requests about venues can return.
package enum VenueProblems {
    static let tooManyDevices = Problem.conflict(
        "too_many_devices", "A venue has at most \(VenueLimits.devices) devices. Remove one first."
    ).withLimit(VenueLimits.devices)
    static let wrongPairingCode = Problem.unprocessable(
        "wrong_pairing_code", "That code is wrong or has expired. Make a new one.", pointer: "/code")
    static let tooManyPairings = Problem(
        "too_many_pairings", .tooManyRequests, title: "Too many codes",
        detail: "Too many codes were tried. Wait an hour.", headers: [.retryAfter: "3600"])
    static let alreadyClaimed = Problem.conflict(
        "already_claimed", "This restaurant is run by others, or claimed by you. Ask an operator.")
    static let contactTooFresh = Problem.conflict(
        "contact_too_fresh", "The restaurant’s contacts changed within two weeks. Ask an operator.")
    static let noWebsite = Problem.conflict("no_website", "The directory has no website of this restaurant.")
    static let notTheirs = Problem.unprocessable(
        "not_their_address", "Use the restaurant’s published address, or one of its website’s domain.",
        pointer: "/address")
    static let noMail = Problem(
        "mail_not_configured", .serviceUnavailable, title: "This server cannot send mail",
        detail: "Ask an operator.")
    static let tooManyClaims = Problem(
        "too_many_claims", .tooManyRequests, title: "Too many claims",
        detail: "You can claim \(VenueLimits.claimsPerDay) restaurants a day.",
        headers: [.retryAfter: "86400"])
    static let claimEnded = Problem.conflict(
        "claim_ended", "This claim can no longer be proven. Make a new one.")
    static let wrongCode = Problem.unprocessable(
        "wrong_claim_code", "That code is wrong.", pointer: "/code")
    static let proofMissing = Problem.unprocessable(
        "proof_missing", "The website doesn’t show the text yet.")

    /// 409: another restaurant at the same place has a similar name.
    static func looksLike(_ restaurant: RestaurantID) -> Problem {
        .conflict(
            "looks_like", "There is a restaurant with a similar name at this place.",
            members: [Problem.Member("restaurant", restaurant)])
    }

    static let currencyMissing = Problem.unprocessable(
        "currency_missing", "Choose a currency for these amounts.", pointer: "/currency")
    static let limitsOutOfOrder = Problem.unprocessable(
        "limits_out_of_order", "The largest order can’t be smaller than the smallest.",
        pointer: "/orderMaximum")

    package static let provisional = Problem.conflict(
        "venue_provisional", "Your claim is still being checked. Until then, nothing can be published.")
    static let lastOwner = Problem.conflict(
        "last_owner", "A venue has at least one owner. Name another one first.")
    static let notAcquainted = Problem.unprocessable(
        "add_friend_first", "Add the person as a friend first.", pointer: "/personId")
    static let full = Problem.conflict(
        "venue_full", "A venue has at most \(VenueLimits.members) people.")
}
