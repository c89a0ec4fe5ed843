public import Foundation
public import JSON

/// Whether a restaurant is open at a given time.
public struct OpenStatus: Hashable, Sendable, JSONCodable {
    public enum State: String, Hashable, Sendable, CaseIterable, JSONCodable {
        case open, closed
        /// The hours are not known, cannot be parsed, or are stated to be unknown.
        case unknown
    }

    public var state: State
    /// When the state changes; `nil` if that is not known.
    public var until: Date?
    /// A comment in the opening hours, such as "by appointment".
    public var comment: String?
    /// The hours that the state is derived from; only for an outing's chosen restaurant.
    public var evidence: Evidence?

    public init(state: State, until: Date?, comment: String? = nil) {
        self.state = state
        self.until = until
        self.comment = comment
    }

    /// The state of a restaurant whose hours are not known.
    public static let unknown = OpenStatus(state: .unknown, until: nil)

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

    /// The opening hours as the source has them, and their meaning for the day.
    public struct Evidence: Hashable, Sendable, JSONCodable {
        /// In OpenStreetMap's `opening_hours` syntax; `nil` if none are known.
        public var hours: String?
        /// The day of the given time; `nil` if the hours cannot be parsed.
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
