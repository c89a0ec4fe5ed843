/// The limits of calendar documents.
package enum CalendarLimits {
    /// The maximum length of a written line in bytes, without its end. RFC 5545 §3.1.
    static let lineBytes = 75
    /// The maximum size of a parsed document in bytes. One meeting with its time zone has about 2,000; a
    /// reply that quotes a long description is still far smaller.
    package static let documentBytes = 262_144
    /// The maximum number of unfolded lines of a parsed document.
    static let lines = 10_000
    /// The maximum nesting depth of parsed components. VCALENDAR, VEVENT, VALARM are three.
    static let depth = 8
    /// The maximum number of parameters of one parsed line.
    static let parameters = 64
    /// The maximum length of a comment in Unicode scalars; longer ones are truncated.
    static let commentCharacters = 500
    /// The maximum length of a parsed UID in bytes. RFC 7986 §5.3 recommends fewer than 255.
    static let identifierBytes = 255
    /// The number of years of clock changes that are examined, beginning with the year before the event. The
    /// dates of a weekday shift by one or two days a year, so within eight years "the fourth Sunday" and "the
    /// last Sunday" differ.
    static let yearsExamined = 8
    /// The number of days between two samples of a zone's offset. No zone has changed its clocks twice within
    /// a week since 1970.
    static let daysBetweenSamples = 7
}
