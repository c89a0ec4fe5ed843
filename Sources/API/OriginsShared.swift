public import JSON

/// How many people of an outing have said roughly where they start. Where that is, nobody is told.
public struct OriginsShared: Hashable, Sendable, JSONCodable {
    public var count: Int
    /// Whether the reader is among them.
    public var isMine: Bool

    public init(count: Int, isMine: Bool) {
        self.count = count
        self.isMine = isMine
    }

    public func encode(to writer: inout JSONWriter) {
        writer.object {
            $0.field("count", count)
            $0.field("isMine", isMine)
        }
    }

    public init(from reader: inout JSONReader) throws(JSONFault) {
        let read = try reader.members()
        try self.init(count: read("count"), isMine: read("isMine"))
    }
}

/// How long the longest way of anybody is, in a word that tells no distance: for hosts.
public enum LongestWay: String, Hashable, Sendable, CaseIterable, JSONCodable {
    case under15 = "under_15_min"
    case under30 = "under_30_min"
    case under60 = "under_60_min"
    case over60 = "over_60_min"

    /// On foot where that is quickest, else by whatever goes through a town.
    ///
    /// - Parameter metres: As the crow flies.
    public init(metres: Double) {
        // 1.3 m a metre for corners, at 4.8 km/h; a ride is at 18 km/h door to door, after ten minutes of walking and waiting.
        let onFoot = metres * 1.3 / 80
        let riding = 10 + metres * 1.3 / 300
        switch min(onFoot, riding) {
        case ..<15: self = .under15
        case ..<30: self = .under30
        case ..<60: self = .under60
        default: self = .over60
        }
    }
}
