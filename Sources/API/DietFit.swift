public import JSON

/// For how many of an outing's people a place works, by what they said they do not eat: numbers alone, and only where
/// three or more said so.
public struct DietFit: Hashable, Sendable, JSONCodable {
    /// People who can count on it.
    public var fits: Int
    /// People with needs.
    public var of: Int
    /// People of whom nobody knows: the place does not say, or has only a few dishes.
    public var unknown: Int

    public init(fits: Int, of: Int, unknown: Int) {
        self.fits = fits
        self.of = of
        self.unknown = unknown
    }

    /// People whom the place has nothing for.
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

/// That the chosen place has nothing for somebody, and what would be better near by. For hosts.
public struct DietWarning: Hashable, Sendable, JSONCodable {
    public var dietFit: DietFit
    /// The best first; empty where none is known.
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
        /// **Metres** from the chosen one.
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

/// Everybody on a list after an invitation, with what the host should know of it.
public struct InvitedPage: Sendable, JSONCodable {
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
