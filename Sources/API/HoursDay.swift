public import JSON

/// When a restaurant is open on one day, as its sign would say it.
public struct HoursDay: Hashable, Sendable, JSONCodable {
    /// `2027-03-11`
    public var date: String
    /// In order; empty: closed all day.
    public var spans: [Span]

    public init(date: String, spans: [Span]) {
        self.date = date
        self.spans = spans
    }

    /// A span of the day, by the restaurant's clocks.
    public struct Span: Hashable, Sendable, JSONCodable {
        /// `18:00`
        public var from: String
        /// `24:00`; not later than `from` means on the next day.
        public var to: String
        /// Open, or unknown.
        public var state: OpenThen.State
        public var comment: String?

        public init(from: String, to: String, state: OpenThen.State, comment: String?) {
            self.from = from
            self.to = to
            self.state = state
            self.comment = comment
        }

        public func encode(to writer: inout JSONWriter) {
            writer.object {
                $0.field("from", from)
                $0.field("to", to)
                $0.field("state", state)
                $0.field("comment", ifPresent: comment)
            }
        }

        public init(from reader: inout JSONReader) throws(JSONFault) {
            let read = try reader.members()
            try self.init(
                from: read("from"), to: read("to"), state: read("state"), comment: read.optional("comment"))
        }
    }

    public func encode(to writer: inout JSONWriter) {
        writer.object {
            $0.field("date", date)
            $0.field("spans", spans)
        }
    }

    public init(from reader: inout JSONReader) throws(JSONFault) {
        let read = try reader.members()
        try self.init(date: read("date"), spans: read("spans"))
    }
}
