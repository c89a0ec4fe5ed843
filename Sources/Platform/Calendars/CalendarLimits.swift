/// Every number of calendars.
package enum CalendarLimits {
    /// Bytes of a line that is written, without its end. RFC 5545 §3.1.
    static let lineBytes = 75
    /// Bytes of a document that is read. One meeting with its time zone has about 2,000; a reply that quotes a long
    /// description stays far below.
    package static let documentBytes = 262_144
    /// Unfolded lines of a document that is read.
    static let lines = 10_000
    /// Components within components that are read. VCALENDAR, VEVENT, VALARM are three.
    static let depth = 8
    /// Parameters of one line that is read.
    static let parameters = 64
    /// Unicode scalars of a comment that is taken over; longer ones are cut.
    static let commentCharacters = 500
    /// Bytes of a UID that is read. RFC 7986 §5.3 wants fewer than 255.
    static let identifierBytes = 255
    /// Years of clock changes that are looked at, from the one before the event on: a weekday's dates shift by one or two
    /// a year, so that in eight years "the fourth Sunday" and "the last Sunday" part.
    static let yearsOfRules = 8
    /// Days between two looks at a zone's offset. No zone has changed its clocks twice within a week since 1970.
    static let daysBetweenLooks = 7
}
