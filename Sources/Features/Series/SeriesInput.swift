import CivilTime
import Foundation
import HTTPKit
import NoonishAPI
import OpeningHours
import Outings
import People

/// A validated request for a new series.
struct NewSeries: Sendable {
    let fields: FieldEdits
    let restaurant: RestaurantID?
    let place: String?
    let answersDue: Int?
    let timeZone: String?
    let startMinute: Int
    let minutes: Int?
    let holidayCountry: String?
    let rule: Recurrence
    let invite: InviteInput

    init(_ body: ObjectReader) throws(Problem) {
        var body = body
        fields = FieldEdits(new: &body)
        (restaurant, place) = body.place()
        answersDue = body.optional("answersDueMinutes", .integer(SeriesLimits.answersDueMinutes))
        timeZone = body.optional("timeZone", .timeZoneName)
        let startMinute = body.required("startTime", .clock)
        minutes = body.optional("durationMinutes", .integer(SeriesLimits.durationMinutes))
        holidayCountry = body.optional("skipHolidays", .country)
        let rule = body.object("rule") { RuleInput(&$0) }
        if rule == nil { body.refuse("rule", "missing", "Required.") }
        invite = InviteInput(
            ofSeries: &body, people: SeriesLimits.people, addresses: SeriesLimits.addresses)
        (self.startMinute, self.rule) = try body.finish(startMinute, rule?.rule)
    }
}

/// A validated merge patch of a series (RFC 7396). The rule is replaced as a whole.
struct SeriesPatch: Sendable {
    let fields: FieldEdits
    let restaurant: PatchField<RestaurantID>
    let place: PatchField<String>
    let answersDue: PatchField<Int>
    let timeZone: PatchField<String>
    let startMinute: PatchField<Int>
    let minutes: PatchField<Int>
    let holidayCountry: PatchField<String>
    let rule: Recurrence?

    init(_ body: ObjectReader) throws(Problem) {
        var body = body
        fields = FieldEdits(patch: &body)
        (restaurant, place) = body.placePatch()
        answersDue = body.field("answersDueMinutes", .integer(SeriesLimits.answersDueMinutes))
        timeZone = body.timeZonePatch()
        startMinute = body.field("startTime", .clock)
        minutes = body.field("durationMinutes", .integer(SeriesLimits.durationMinutes))
        holidayCountry = body.field("skipHolidays", .country)
        let hasRule = body.has("rule")
        rule = body.object("rule") { RuleInput(&$0) }?.rule
        if hasRule, rule == nil { body.refuse("rule", "missing", "A series needs a rule.") }
        if case .null = startMinute { body.refuse("startTime", "missing", "A series needs a time.") }
        try body.finish()
    }

    /// Returns `plan` with this patch applied, except for its place, which requires a database query.
    func applied(to plan: SeriesPlan) -> SeriesPlan {
        var plan = plan
        fields.apply(to: &plan.template)
        if case .value(let zone) = timeZone { plan.zone = zone }
        if case .value(let clock) = startMinute { plan.startMinute = clock }
        plan.answersDue = answersDue.merged(over: plan.answersDue)
        plan.minutes = minutes.merged(over: plan.minutes)
        plan.holidayCountry = holidayCountry.merged(over: plan.holidayCountry)
        if let rule { plan.rule = rule }
        return plan
    }
}

/// The JSON object `rule`. ``rule`` is `nil` once a fault is recorded.
private struct RuleInput {
    var rule: Recurrence?

    init(_ body: inout ObjectReader) {
        let frequency = body.required("frequency", .oneOf(SeriesRule.Frequency.self))
        let interval = body.optional("interval", .integer(SeriesLimits.interval)) ?? 1
        let weekdays = body.array("weekdays", .oneOf(SeriesRule.Weekday.self), max: 7)
        let week = body.optional("week", .integer(-1...4))
        let startsOn = body.required("startsOn", .date)
        let endsOn = body.optional("endsOn", .date)
        let count = body.optional("count", .integer(SeriesLimits.count))
        if endsOn != nil, count != nil { body.refuse("count", "two_ends", SeriesProblems.oneEnd) }
        if let startsOn, let endsOn, endsOn.dayNumber < startsOn.dayNumber {
            body.refuse("endsOn", "end_before_start", "The end is before the start.")
        }
        if weekdays.isEmpty { body.refuse("weekdays", "missing", "Choose at least one weekday.") }
        if frequency == .monthly, weekdays.count > 1 {
            body.refuse("weekdays", "one_weekday", SeriesProblems.monthlyWeekday)
        }
        if frequency == .monthly, week == nil || week == 0 {
            body.refuse("week", "missing", SeriesProblems.monthlyWeekday)
        }
        if frequency == .weekly, week != nil {
            body.refuse("week", "not_weekly", "Only a monthly rule can have a week.")
        }
        guard let frequency, let startsOn else { return }
        let numbers = Set(weekdays.map(\.number)).sorted()
        rule = Recurrence(
            frequency: frequency, interval: interval, weekdays: numbers, week: week, startsOn: startsOn,
            endsOn: endsOn, count: count)
    }
}

/// A validated standing answer: whether a person attends every outing of a series.
struct StandingAnswerInput: Sendable {
    let comes: Bool
    let partySize: Int?

    init(_ body: ObjectReader) throws(Problem) {
        var body = body
        let comes = body.required("comes", .boolean)
        partySize = body.optional("partySize", .integer(OutingLimits.partySize))
        self.comes = try body.finish(comes)
    }
}

extension SeriesRule.Weekday {
    /// From 1 (Monday) to 7 (Sunday).
    var number: Int { (Self.allCases.firstIndex(of: self) ?? 0) + 1 }
}

extension ValueParser where Value == CivilDate {
    static var date: ValueParser<CivilDate> {
        .parsed("a date such as 2027-03-11", code: "malformed_date", longest: 10) { CivilDate(text: $0) }
    }
}

extension ValueParser where Value == Int {
    /// Parses a time of day into minutes after midnight.
    fileprivate static var clock: ValueParser<Int> {
        .parsed("a time such as 12:30", code: "malformed_time", longest: 5) { text in
            guard let parts = text.wholeMatch(of: /([0-9]{2}):([0-9]{2})/), let hour = Int(parts.1),
                let minute = Int(parts.2), hour < 24, minute < 60
            else { return nil }
            return hour * 60 + minute
        }
    }
}

extension ValueParser where Value == String {
    fileprivate static var country: ValueParser<String> {
        .parsed("a country such as FI", code: "malformed_country", longest: 2) { text in
            text.wholeMatch(of: /[A-Z]{2}/).map { _ in text }
        }
    }
}
