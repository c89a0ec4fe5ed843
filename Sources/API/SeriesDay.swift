public import JSON

/// One date of a series and its state.
public struct SeriesDay: Hashable, Sendable, JSONCodable {
    public enum State: String, Hashable, Sendable, CaseIterable, JSONCodable {
        /// The outing will be created closer to the date.
        case planned
        case made
        case skipped
        /// The outing was cancelled individually.
        case cancelled
    }

    public enum Reason: String, Hashable, Sendable, CaseIterable, JSONCodable {
        case host, holiday
        /// The rule was changed and no longer includes the date.
        case rule
    }

    /// The date of the rule, even if the outing takes place on another one.
    public var date: String
    public var startsAt: String?
    public var state: State
    /// The reason why it is skipped.
    public var reason: Reason?
    public var outing: OutingID?
    /// Whether the outing differs from the series' values.
    public var differs: Bool

    public init(
        date: String, startsAt: String?, state: State, reason: Reason?, outing: OutingID?, differs: Bool
    ) {
        self.date = date
        self.startsAt = startsAt
        self.state = state
        self.reason = reason
        self.outing = outing
        self.differs = differs
    }

    public func encode(to writer: inout JSONWriter) {
        writer.object {
            $0.field("date", date)
            $0.field("startsAt", startsAt)
            $0.field("state", state)
            $0.field("reason", reason)
            $0.field("outing", outing)
            $0.field("differs", differs)
        }
    }

    public init(from reader: inout JSONReader) throws(JSONFault) {
        let read = try reader.members()
        try self.init(
            date: read("date"), startsAt: read.optional("startsAt"), state: read("state"),
            reason: read.optional("reason"), outing: read.optional("outing"), differs: read("differs"))
    }
}

/// An outing's place in its series.
public struct OutingSeriesDate: Hashable, Sendable, JSONCodable {
    public var id: SeriesID
    /// The date of the rule that the outing was created for, even if it takes place on another one.
    public var date: String

    public init(id: SeriesID, date: String) {
        self.id = id
        self.date = date
    }

    public func encode(to writer: inout JSONWriter) {
        writer.object {
            $0.field("id", id)
            $0.field("date", date)
        }
    }

    public init(from reader: inout JSONReader) throws(JSONFault) {
        let read = try reader.members()
        try self.init(id: read("id"), date: read("date"))
    }
}
