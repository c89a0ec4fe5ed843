public import JSON

/// A restaurant's opening hours on one date, as they would be printed on a sign.
///
/// Every restaurant contains seven of these, so they and their spans are decoded member by member.
public struct HoursDay: Hashable, Sendable, JSONCodable {
    /// A date such as `2027-03-11`.
    public var date: String
    /// In chronological order; empty if closed all day.
    public var spans: [Span]

    public init(date: String, spans: [Span]) {
        self.date = date
        self.spans = spans
    }

    /// A part of the day in the restaurant's local time.
    public struct Span: Hashable, Sendable, JSONCodable {
        /// A local time such as `18:00`.
        public var from: String
        /// A local time such as `24:00`. If it is not later than `from`, it is on the next day.
        public var to: String
        /// `open` or `unknown`.
        public var state: OpenStatus.State
        public var comment: String?

        public init(from: String, to: String, state: OpenStatus.State, comment: String?) {
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
            var from: String?
            var to: String?
            var state: OpenStatus.State?
            var comment: String?
            try reader.object(Self.names) { (reader, name) throws(JSONFault) in
                switch name {
                case .from: from = try reader.string()
                case .to: to = try reader.string()
                case .state: state = try OpenStatus.State(from: &reader)
                case .comment: comment = try reader.optional()
                }
            }
            try self.init(
                from: reader.required(from, "from"), to: reader.required(to, "to"),
                state: reader.required(state, "state"), comment: comment)
        }

        private enum Name: String, CaseIterable { case from, to, state, comment }
        private static let names = JSONNames(Name.self)
    }

    public func encode(to writer: inout JSONWriter) {
        writer.object {
            $0.field("date", date)
            $0.field("spans", spans)
        }
    }

    public init(from reader: inout JSONReader) throws(JSONFault) {
        var date: String?
        var spans: [Span]?
        try reader.object(Self.names) { (reader, name) throws(JSONFault) in
            switch name {
            case .date: date = try reader.string()
            case .spans: spans = try [Span](from: &reader)
            }
        }
        try self.init(date: reader.required(date, "date"), spans: reader.required(spans, "spans"))
    }

    private enum Name: String, CaseIterable { case date, spans }
    private static let names = JSONNames(Name.self)
}
