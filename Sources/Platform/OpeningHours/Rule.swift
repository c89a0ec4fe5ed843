/// One rule of a schedule: on which days, at which times, what then holds.
struct Rule: Hashable, Sendable {
    /// How a rule joins those before it.
    enum Separator: Hashable, Sendable {
        /// `;` says anew what holds on the days it matches.
        case normal
        /// `,` adds to what was said.
        case additional
        /// `||` holds where nothing before it opens.
        case fallback
    }

    var separator: Separator
    var days = DaySelector()
    /// Empty: the whole day.
    var times: [TimeSpan] = []
    var state = OpenState.open
    /// Whether `open`, `closed`, `off` or `unknown` is written.
    var hasModifier = false
    /// What the rule remarks, without the quotation marks.
    var comment: String?
}

/// A span of times of day, as minutes after the day's midnight once its ends are known.
struct TimeSpan: Hashable, Sendable {
    var start: TimePoint
    /// Nil for `18:00+`.
    var end: TimePoint?
    /// `+`: when it ends is not known.
    var isOpenEnded = false

    static let wholeDay = TimeSpan(start: .fixed(0), end: .fixed(24 * 60))
}

enum TimePoint: Hashable, Sendable {
    /// Minutes after midnight, 0 … 48 × 60.
    case fixed(Int)
    /// An event of the sun, and minutes after it (before it if negative).
    case sun(SunEvent, offset: Int)

    var isFixed: Bool {
        if case .fixed = self { true } else { false }
    }
}

/// What the sun does on most days.
public enum SunEvent: UInt8, Hashable, Sendable, CaseIterable {
    /// Dawn and dusk are those of civil twilight: the sun six degrees below the horizon.
    case dawn, sunrise, sunset, dusk
}
