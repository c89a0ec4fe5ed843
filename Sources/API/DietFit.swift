public import JSON

/// How many of an outing's people a restaurant suits, by the dietary needs they have stated: numbers only,
/// and only if three or more have stated needs.
public struct DietFit: Hashable, Sendable, JSONCodable {
    /// The number of people whom it suits.
    public var fits: Int
    /// The number of people with needs.
    public var of: Int
    /// The number of people for whom it is unknown: the restaurant's data do not say, or it has only a few
    /// dishes.
    public var unknown: Int

    public init(fits: Int, of: Int, unknown: Int) {
        self.fits = fits
        self.of = of
        self.unknown = unknown
    }

    /// The number of people for whom the restaurant has nothing.
    public var misfits: Int { of - fits - unknown }

    public func encode(to writer: inout JSONWriter) {
        writer.object {
            $0.field("fits", fits)
            $0.field("of", of)
            $0.field("unknown", unknown)
        }
    }

    public init(from reader: inout JSONReader) throws(JSONFault) {
        let read = try reader.members()
        try self.init(fits: read("fits"), of: read("of"), unknown: read("unknown"))
    }
}

/// A warning to hosts that the chosen restaurant has nothing for at least one person, with better ones
/// nearby.
public struct DietWarning: Hashable, Sendable, JSONCodable {
    public var dietFit: DietFit
    /// The best first; empty if none are known.
    public var better: [Place]

    public init(dietFit: DietFit, better: [Place]) {
        self.dietFit = dietFit
        self.better = better
    }

    public func encode(to writer: inout JSONWriter) {
        writer.object {
            $0.field("dietFit", dietFit)
            $0.field("better", better)
        }
    }

    public init(from reader: inout JSONReader) throws(JSONFault) {
        let read = try reader.members()
        try self.init(dietFit: read("dietFit"), better: read("better"))
    }

    /// A restaurant near the chosen one.
    public struct Place: Hashable, Sendable, JSONCodable {
        public var id: RestaurantID
        public var name: String
        /// The distance from the chosen one in **metres**.
        public var distance: Double
        public var dietFit: DietFit

        public init(id: RestaurantID, name: String, distance: Double, dietFit: DietFit) {
            self.id = id
            self.name = name
            self.distance = distance
            self.dietFit = dietFit
        }

        public func encode(to writer: inout JSONWriter) {
            writer.object {
                $0.field("id", id)
                $0.field("name", name)
                $0.field("distance", distance)
                $0.field("dietFit", dietFit)
            }
        }

        public init(from reader: inout JSONReader) throws(JSONFault) {
            let read = try reader.members()
            try self.init(
                id: read("id"), name: read("name"), distance: read("distance"), dietFit: read("dietFit"))
        }
    }
}

/// All attendees of an outing after an invitation, with a warning for the host.
public struct InvitationResult: Sendable, JSONCodable {
    public var items: [Attendance]
    public var dietWarning: DietWarning?

    public init(items: [Attendance], dietWarning: DietWarning?) {
        self.items = items
        self.dietWarning = dietWarning
    }

    public func encode(to writer: inout JSONWriter) {
        writer.object {
            $0.field("items", items)
            $0.field("next", String?.none)
            $0.field("dietWarning", dietWarning)
        }
    }

    public init(from reader: inout JSONReader) throws(JSONFault) {
        let read = try reader.members()
        try self.init(items: read("items"), dietWarning: read.optional("dietWarning"))
    }
}
