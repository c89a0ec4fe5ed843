/// When something is open: a text of OpenStreetMap's `opening_hours`, compiled.
///
/// ```swift
/// let schedule = try Schedule("Mo-Fr 11:00-22:00; Sa,Su,PH 12:00-24:00")
/// let answer = schedule.answer(at: .now, in: Surroundings(zone: helsinki, holidays: finland))
/// ```
///
/// A value: safe to share, the same answer for the same question. Parsing takes microseconds, an answer less; parse a
/// distinct text once.
public struct Schedule: Hashable, Sendable {
    public let text: String
    let rules: [Rule]
    /// The whole week minute by minute, where nothing but the week matters.
    let week: WeekTable?

    /// - Throws: ``ScheduleFault`` for what the grammar does not have.
    /// - Complexity: linear in the text.
    public init(_ text: String) throws(ScheduleFault) {
        self.text = text
        rules = try ScheduleParser.rules(of: text)
        week = WeekTable(rules: rules)
    }

    /// Whether the sun's times matter, so that two places with the same text and zone may differ.
    public var needsPosition: Bool {
        rules.contains { $0.times.contains { !$0.isFixed } }
    }

    /// Whether public or school holidays matter.
    public var needsHolidays: Bool { rules.contains { !$0.days.holidays.isEmpty } }

    public static func == (one: Schedule, other: Schedule) -> Bool { one.text == other.text }

    public func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
