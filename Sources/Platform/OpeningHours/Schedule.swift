/// A compiled schedule of opening hours, in the format of OpenStreetMap's `opening_hours`.
///
/// ```swift
/// let schedule = try Schedule("Mo-Fr 11:00-22:00; Sa,Su,PH 12:00-24:00")
/// let answer = schedule.answer(at: .now, in: LocationContext(zone: helsinki, holidays: finland))
/// ```
///
/// Schedules are values: they are safe to share and return the same result for the same arguments. Parsing
/// takes microseconds, evaluation less; parse each distinct text once.
public struct Schedule: Hashable, Sendable {
    public let text: String
    let rules: [Rule]
    /// The schedule as a weekly table; `nil` if it depends on more than the time of the week.
    let week: WeekTable?

    /// - Throws: ``ScheduleFault`` if the text does not follow the grammar.
    /// - Complexity: linear in the length of the text.
    public init(_ text: String) throws(ScheduleFault) {
        self.text = text
        rules = try ScheduleParser.rules(of: text)
        week = WeekTable(rules: rules)
    }

    /// Whether the times of the sun matter, so that two places with the same text and time zone may differ.
    public var needsPosition: Bool {
        rules.contains { $0.times.contains { !$0.isFixed } }
    }

    /// Whether public or school holidays matter.
    public var needsHolidays: Bool { rules.contains { !$0.days.holidays.isEmpty } }

    public static func == (one: Schedule, other: Schedule) -> Bool { one.text == other.text }

    public func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
