/// Why a text is not a schedule.
public enum ScheduleFault: Error, Hashable, Sendable {
    /// Nothing but blanks and separators.
    case empty
    /// Longer than ``ScheduleLimits/maximumBytes``.
    case tooLong
    /// At this byte stands what the grammar does not have there.
    case unexpected(at: Int)
    /// A quotation mark at this byte is never closed.
    case unclosedComment(at: Int)
    /// A number at this byte is out of its range: hour 49, week 54, the year 1200.
    case outOfRange(at: Int)
    /// `Mo 10:00`: a time at this byte that neither ends nor is open-ended says nothing about being open.
    case pointInTime(at: Int)
    /// `Mo, 10:00-12:00`: the comma at this byte follows neither hours nor a modifier, so what it adds to is not clear.
    case additionalRuleWithoutHours(at: Int)
}

/// The numbers of this module.
public enum ScheduleLimits {
    /// Bytes of UTF-8 in a schedule. OpenStreetMap allows 255 characters. The search for a change that never comes takes
    /// time by the square of this, at worst a fraction of a second.
    public static let maximumBytes = 1_024
    /// Years that the search for the next change looks ahead beyond the last year or holiday that is known. 29 February
    /// on a given weekday comes every 28 years, over a century that is no leap year after 40.
    static let yearsAhead = 41
    /// The last year of the grammar.
    static let lastYear = 9_999
}
