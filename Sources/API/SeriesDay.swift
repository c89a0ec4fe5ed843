public import JSON

/// One date of a series, and what becomes of it.
public struct SeriesDay: Hashable, Sendable, JSONCodable {
    public enum State: String, Hashable, Sendable, CaseIterable, JSONCodable {
        /// Its outing is made when it is nearer.
        case planned
        case made
        case skipped
        /// Its outing was cancelled by itself.
        case cancelled
    }

    public enum Reason: String, Hashable, Sendable, CaseIterable, JSONCodable {
        case host, holiday
        /// The rule was changed, and has it no more.
        case rule
    }

    /// The date of the rule, whenever its outing takes place.
    public var date: String
    public var startsAt: String?
    public var state: State
    /// Why it is skipped.
    public var reason: Reason?
    public var outing: OutingID?
    /// Whether its outing is another than the series says.
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

/// Where an outing stands in its series.
public struct OutingSeriesDate: Hashable, Sendable, JSONCodable {
    public var id: SeriesID
    /// The date of the rule that it was made for, whenever it takes place.
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
