public import Foundation
public import JSON

/// Whether a place is open at the time that was asked about.
public struct OpenThen: Hashable, Sendable, JSONCodable {
    public enum State: String, Hashable, Sendable, CaseIterable, JSONCodable {
        case open, closed
        /// No hours are known, they cannot be read, or they say so themselves.
        case unknown
    }

    public var state: State
    /// When that changes; nil where it is not known to.
    public var until: Date?
    /// What the hours remark, such as "by appointment".
    public var comment: String?
    /// What that is read from; only of the chosen place of an outing.
    public var evidence: Evidence?

    public init(state: State, until: Date?, comment: String? = nil) {
        self.state = state
        self.until = until
        self.comment = comment
    }

    /// Nothing is known.
    public static let unknown = OpenThen(state: .unknown, until: nil)

    public func encode(to writer: inout JSONWriter) {
        writer.object {
            $0.field("state", state)
            $0.field("until", until)
            $0.field("comment", ifPresent: comment)
            $0.field("evidence", ifPresent: evidence)
        }
    }

    public init(from reader: inout JSONReader) throws(JSONFault) {
        let read = try reader.members()
        try self.init(state: read("state"), until: read.optional("until"), comment: read.optional("comment"))
        evidence = try read.optional("evidence")
    }

    /// The hours as their source has them, and what they say of the day.
    public struct Evidence: Hashable, Sendable, JSONCodable {
        /// In OpenStreetMap's words; nil where none are known.
        public var hours: String?
        /// The day of the question; nil where the hours cannot be read.
        public var day: HoursDay?

        public init(hours: String?, day: HoursDay?) {
            self.hours = hours
            self.day = day
        }

        public func encode(to writer: inout JSONWriter) {
            writer.object {
                $0.field("hours", hours)
                $0.field("day", day)
            }
        }

        public init(from reader: inout JSONReader) throws(JSONFault) {
            let read = try reader.members()
            try self.init(hours: read.optional("hours"), day: read.optional("day"))
        }
    }
}
