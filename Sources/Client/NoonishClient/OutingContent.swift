public import JSON
public import NoonishAPI

// What a host writes: the fields of an outing, and those of a series with the fields that its outings start with.

/// The content of a new outing. Everything except the title may be decided later.
@JSONObject
public struct NewOuting: Hashable, Sendable, JSONEncodable {
    public var title: String
    /// The start: a local time such as `2027-03-11T12:30` in ``timeZone``, or a time with a UTC offset.
    @JSONMember(omitIfNil: true) public var startsAt: String? = nil
    @JSONMember(omitIfNil: true) public var endsAt: String? = nil
    /// The tzdata name of the time zone; `nil` for the host's own.
    @JSONMember(omitIfNil: true) public var timeZone: String? = nil
    @JSONMember("restaurantId", omitIfNil: true) public var restaurant: RestaurantID? = nil
    /// A place in free text, if it is not a restaurant.
    @JSONMember(omitIfNil: true) public var place: String? = nil
    @JSONMember(omitIfNil: true) public var note: String? = nil
    /// The number of seats, including the host's.
    @JSONMember(omitIfNil: true) public var capacity: Int? = nil
    @JSONMember(omitIfNil: true) public var respondBy: String? = nil
    public var invite: Invitees = Invitees()
}

/// Changes to an outing. Unchanged fields are not sent.
@JSONObject
public struct OutingEdit: Hashable, Sendable, JSONEncodable {
    @JSONMember(omitIfNil: true) public var title: String? = nil
    @JSONMember(omitIfNil: true) public var timeZone: String? = nil
    public var startsAt: FieldEdit<String> = .keep
    public var endsAt: FieldEdit<String> = .keep
    @JSONMember("restaurantId") public var restaurant: FieldEdit<RestaurantID> = .keep
    public var place: FieldEdit<String> = .keep
    public var note: FieldEdit<String> = .keep
    public var capacity: FieldEdit<Int> = .keep
    public var respondBy: FieldEdit<String> = .keep
}

/// The content of a new series of outings.
@JSONObject
public struct NewSeries: Hashable, Sendable, JSONEncodable {
    public var title: String
    /// The local start time in ``timeZone``, such as `12:30`.
    public var startTime: String
    public var rule: SeriesRule
    /// The tzdata name of the time zone; `nil` for the host's own.
    @JSONMember(omitIfNil: true) public var timeZone: String? = nil
    @JSONMember(omitIfNil: true) public var durationMinutes: Int? = nil
    @JSONMember("restaurantId", omitIfNil: true) public var restaurant: RestaurantID? = nil
    /// A place in free text, if it is not a restaurant.
    @JSONMember(omitIfNil: true) public var place: String? = nil
    @JSONMember(omitIfNil: true) public var note: String? = nil
    /// The number of seats, including the host's.
    @JSONMember(omitIfNil: true) public var capacity: Int? = nil
    /// The number of minutes before the start when answers are due.
    @JSONMember(omitIfNil: true) public var answersDueMinutes: Int? = nil
    /// The country whose public holidays are skipped, as an ISO 3166-1 code: one of
    /// ``SeriesList/holidayCountries``.
    @JSONMember(omitIfNil: true) public var skipHolidays: String? = nil
    /// People to invite to every outing.
    public var people: [PersonID] = []
    /// Circles whose current members are invited.
    public var circles: [CircleID] = []
}

/// Changes to a series. Unchanged fields are not sent.
@JSONObject
public struct SeriesEdit: Hashable, Sendable, JSONEncodable {
    @JSONMember(omitIfNil: true) public var title: String? = nil
    @JSONMember(omitIfNil: true) public var startTime: String? = nil
    @JSONMember(omitIfNil: true) public var rule: SeriesRule? = nil
    @JSONMember(omitIfNil: true) public var timeZone: String? = nil
    public var durationMinutes: FieldEdit<Int> = .keep
    @JSONMember("restaurantId") public var restaurant: FieldEdit<RestaurantID> = .keep
    public var place: FieldEdit<String> = .keep
    public var note: FieldEdit<String> = .keep
    public var capacity: FieldEdit<Int> = .keep
    public var answersDueMinutes: FieldEdit<Int> = .keep
    public var skipHolidays: FieldEdit<String> = .keep
}
