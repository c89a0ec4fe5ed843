public import JSON

/// A proposal for a circle's next outing: a time and a few places, each with reasons.
@JSONObject
public struct CircleProposal: WireValue {
    /// RFC 3339 with the local UTC offset; `nil` if the circle has no usual time and the request has none.
    public var startsAt: String?
    /// The tzdata name of the time zone; `nil` exactly if ``startsAt`` is.
    public var timeZone: String?
    /// The reasons for the time.
    public var reasons: [ProposalReason]
    /// The best first.
    public var places: [Place]

    @JSONObject
    public struct Place: WireValue {
        public var restaurant: RestaurantSummary
        /// The most important first.
        public var reasons: [ProposalReason]
    }
}

/// A reason for a proposal: its kind, which the client describes in its own text, and the kind's numbers.
public enum ProposalReason: Hashable, Sendable {
    /// The circle met on this weekday at `count` of the `of` past outings considered.
    case usualTime(count: Int, of: Int)
    case openThen
    case hoursUnknown
    /// The number of attendees of the last outing whom the restaurant suits, as in other diet counts: only if
    /// at least three have needs.
    case fits(DietFit)
    /// The number of attendees who liked it, if at least three have rated it.
    case liked(count: Int)
    case likedByYou
    case neverBeen
    /// The number of weeks since the circle's last visit.
    case notLately(weeks: Int)
    /// The distance in **metres** from where the circle usually eats.
    case nearUsual(metres: Double)
    case rated(RestaurantSummary.Rating)

    /// The stable identifiers of the kinds.
    public enum Kind: String, CaseIterable, WireValue {
        case usualTime = "usual_time"
        case openThen = "open_then"
        case hoursUnknown = "hours_unknown"
        case fits, liked
        case likedByYou = "liked_by_you"
        case neverBeen = "never_been"
        case notLately = "not_lately"
        case nearUsual = "near_usual"
        case rated
    }

    public var kind: Kind {
        switch self {
        case .usualTime: .usualTime
        case .openThen: .openThen
        case .hoursUnknown: .hoursUnknown
        case .fits: .fits
        case .liked: .liked
        case .likedByYou: .likedByYou
        case .neverBeen: .neverBeen
        case .notLately: .notLately
        case .nearUsual: .nearUsual
        case .rated: .rated
        }
    }
}

extension ProposalReason: JSONCodable {
    public func encode(to writer: inout JSONWriter) {
        writer.object {
            $0.field("kind", kind)
            switch self {
            case .openThen, .hoursUnknown, .likedByYou, .neverBeen: break
            case .usualTime(let count, let all):
                $0.field("count", count)
                $0.field("of", all)
            case .fits(let fit): $0.field("dietFit", fit)
            case .liked(let count): $0.field("count", count)
            case .notLately(let weeks): $0.field("weeks", weeks)
            case .nearUsual(let metres): $0.field("metres", metres)
            case .rated(let rating): $0.field("rating", rating)
            }
        }
    }

    public init(from reader: inout JSONReader) throws(JSONFault) {
        let read = try reader.members()
        switch try read("kind") as Kind {
        case .usualTime: self = try .usualTime(count: read("count"), of: read("of"))
        case .openThen: self = .openThen
        case .hoursUnknown: self = .hoursUnknown
        case .fits: self = .fits(try read("dietFit"))
        case .liked: self = .liked(count: try read("count"))
        case .likedByYou: self = .likedByYou
        case .neverBeen: self = .neverBeen
        case .notLately: self = .notLately(weeks: try read("weeks"))
        case .nearUsual: self = .nearUsual(metres: try read("metres"))
        case .rated: self = .rated(try read("rating"))
        }
    }
}
