/// One rule of a schedule: the days and times it covers, and the state it sets.
struct Rule: Hashable, Sendable {
    /// How a rule combines with the rules before it.
    enum Separator: Hashable, Sendable {
        /// `;`: replaces what earlier rules set for the days it matches; see ``DayEvaluation``.
        case normal
        /// `,`: adds to what earlier rules set.
        case additional
        /// `||`: applies only where the rules before it yield closed.
        case fallback
    }

    var separator: Separator
    var days = DaySelector()
    /// The times of day; empty for the whole day.
    var times: [TimeSpan] = []
    var state = OpenState.open
    /// Whether the rule contains `open`, `closed`, `off` or `unknown`.
    var hasModifier = false
    /// The rule's comment, without quotation marks.
    var comment: String?
}

/// A span of times of day, in minutes after midnight once its ends are resolved.
struct TimeSpan: Hashable, Sendable {
    var start: TimePoint
    /// `nil` for a span without an end, such as `18:00+`.
    var end: TimePoint?
    /// `+`: the closing time is not known.
    var isOpenEnded = false

    static let wholeDay = TimeSpan(start: .fixed(0), end: .fixed(24 * 60))
}

enum TimePoint: Hashable, Sendable {
    /// Minutes after midnight, 0 … 48 × 60.
    case fixed(Int)
    /// An event of the sun plus an offset in minutes, negative for before the event.
    case sun(SunEvent, offset: Int)

    var isFixed: Bool {
        if case .fixed = self { true } else { false }
    }
}

/// A daily event of the sun.
public enum SunEvent: UInt8, Hashable, Sendable, CaseIterable {
    /// Dawn and dusk are those of civil twilight: the sun six degrees below the horizon.
    case dawn, sunrise, sunset, dusk
}
