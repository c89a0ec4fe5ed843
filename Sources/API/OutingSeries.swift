public import Foundation
public import JSON

/// A series of outings that recur by a rule, with the initial values of each.
@JSONObject
public struct OutingSeries: WireValue {
    public var id: SeriesID
    public var version: Int
    public var title: String
    @JSONMember(flattened: true) public var details: OutingDetails = OutingDetails()
    public var restaurantId: RestaurantID?
    /// A restaurant's name, or a place in free text.
    public var place: String?
    /// The local start time in ``timeZone``, such as `12:30`.
    public var startTime: String
    public var durationMinutes: Int?
    public var timeZone: String
    /// The number of minutes before the start when answers are due.
    public var answersDueMinutes: Int?
    /// The country whose public holidays are skipped, as an ISO 3166-1 code.
    public var skipHolidays: String?
    public var rule: SeriesRule
    public var host: Person
    /// The people invited to every outing, without the host.
    public var people: [SeriesPerson]
    /// The owners of addresses who are invited to every outing and have no account.
    public var invitees: [SeriesInvitee]
    public var mine: StandingAnswer?
    /// `nil` while the series continues.
    public var endedAt: Date?
    /// The upcoming dates, the next first.
    public var dates: [SeriesDay]
    public var createdAt: Date
}

/// The caller's series, and the options for a new one.
@JSONObject
public struct SeriesList: WireValue {
    public var items: [OutingSeries]
    /// There is one page only.
    public let next: String? = nil
    /// The countries whose public holidays are known, as ISO 3166-1 codes.
    public var holidayCountries: [String]
}

/// A person's standing answer to all outings of a series.
@JSONObject(flattenable: true)
public struct StandingAnswer: WireValue {
    /// Whether they attend all outings without being asked; if false, they are asked each time.
    public var comes: Bool
    public var partySize: Int
}

/// A person invited to every outing of a series.
@JSONObject
public struct SeriesPerson: WireValue {
    public var person: Person
    @JSONMember(flattened: true) public var standing: StandingAnswer
}

/// The owner of a mail address who is invited to every outing of a series as a guest.
@JSONObject
public struct SeriesInvitee: WireValue {
    public var id: SeriesInviteeID
    /// The name that the host gave, for hosts at least a part of the address; `nil` for others without one.
    public var name: String?
    /// Only for the host who entered it.
    public var address: String?
}
