/// An error in the text of a schedule. Positions are byte offsets in UTF-8.
public enum ScheduleFault: Error, Hashable, Sendable {
    /// The text contains nothing but blanks and separators.
    case empty
    /// The text is longer than ``ScheduleLimits/maximumBytes``.
    case tooLong
    /// The grammar does not allow what is at this byte.
    case unexpected(at: Int)
    /// The quotation mark at this byte is never closed.
    case unclosedComment(at: Int)
    /// The number at this byte is out of range: hour 49, week 54, the year 1200.
    case outOfRange(at: Int)
    /// `Mo 10:00`: the time at this byte has neither an end nor a `+`, so it does not describe opening hours.
    case pointInTime(at: Int)
    /// `Mo, 10:00-12:00`: the comma at this byte follows neither hours nor a modifier, so it is unclear what
    /// the next rule adds to.
    case additionalRuleWithoutHours(at: Int)
}

/// The limits of parsing and evaluation.
public enum ScheduleLimits {
    /// The most bytes of UTF-8 in a schedule. OpenStreetMap allows 255 characters. A search for a change that
    /// never comes takes time quadratic in this length, at worst a fraction of a second.
    public static let maximumBytes = 1_024
    /// How many years the search for the next change extends beyond the last year or holiday that is known.
    /// 29 February falls on a given weekday every 28 years, or after 40 across a century year that is not a
    /// leap year.
    static let yearsAhead = 41
    /// The last year that the grammar allows.
    static let lastYear = 9_999
}
