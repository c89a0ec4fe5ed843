public import Foundation
public import JSON

extension Subjects {
    /// A member's request to run a restaurant.
    public enum VenueClaim {}
    /// A tablet that shows a venue's board.
    public enum VenueDevice {}
}

public typealias VenueClaimID = ID<Subjects.VenueClaim>
public typealias VenueDeviceID = ID<Subjects.VenueDevice>

/// A member's request to run a restaurant here.
@JSONObject
public struct VenueClaim: WireValue {
    /// How it is proven.
    public enum Method: String, CaseIterable, WireValue {
        /// By a code that is mailed to the restaurant.
        case mail
        /// By a file or a tag on the restaurant's website.
        case website
        /// By an operator of the service, who calls the restaurant.
        case `operator`
        /// By adding a restaurant that the directory lacks.
        case registration
    }

    public enum State: String, CaseIterable, WireValue {
        /// The proof is missing.
        case requested
        /// Others can still object.
        case proven
        case accepted
        case refused
        /// Not proven in time, or made again.
        case expired
    }

    public var id: VenueClaimID
    public var restaurant: RestaurantID
    public var name: String
    public var method: Method
    public var state: State
    public var createdAt: Date
    public var expiresAt: Date
    /// The text that the website has to show; `nil` for the other methods, and afterwards.
    public var proof: String?
}

/// How a restaurant can be claimed.
@JSONObject
public struct ClaimOptions: WireValue {
    public var restaurant: RestaurantID
    public var name: String
    /// Whether it is run by others: only an operator can decide then.
    public var isClaimed: Bool
    /// Whether a contact changed within two weeks: only an operator can decide then.
    public var contactIsFresh: Bool
    /// The published address, to which a code can be mailed.
    public var email: String?
    /// A code can be mailed to every address of this domain.
    public var domain: String?
    /// The website that can show the proof.
    public var website: String?
}
