public import Foundation
public import JSON

/// One page of restaurants.
public struct RestaurantPage: Sendable, JSONCodable {
    public var items: [RestaurantSummary]
    /// Opaque; asks for what follows. Nil on the last page.
    public var next: String?
    /// The instant that `openAt` of the items is about.
    public var at: Date
    /// What the answer could be narrowed by; nil on later pages and where it was not wanted.
    public var facets: RestaurantFacets?
    /// What sources outside of the directory have; nil where they were not asked for.
    public var live: [LiveRestaurants]?

    public init(
        items: [RestaurantSummary], next: String?, at: Date, facets: RestaurantFacets? = nil,
        live: [LiveRestaurants]? = nil
    ) {
        self.items = items
        self.next = next
        self.at = at
        self.facets = facets
        self.live = live
    }

    public func encode(to writer: inout JSONWriter) {
        writer.object {
            $0.field("items", items)
            $0.field("next", next)
            $0.field("at", at)
            $0.field("facets", ifPresent: facets)
            $0.field("live", ifPresent: live)
        }
    }

    public init(from reader: inout JSONReader) throws(JSONFault) {
        let read = try reader.members()
        try self.init(
            items: read("items"), next: read.optional("next"), at: read("at"),
            facets: read.optional("facets"), live: read.optional("live"))
    }
}

/// What an answer could be narrowed by, with how many places would be left.
public struct RestaurantFacets: Hashable, Sendable, JSONCodable {
    /// One thing to narrow by.
    public struct Choice: Hashable, Sendable, JSONCodable {
        /// What the parameter takes.
        public var id: String
        /// In the reader's language.
        public var name: String
        public var count: Int

        public init(id: String, name: String, count: Int) {
            self.id = id
            self.name = name
            self.count = count
        }

        public func encode(to writer: inout JSONWriter) {
            writer.object {
                $0.field("id", id)
                $0.field("name", name)
                $0.field("count", count)
            }
        }

        public init(from reader: inout JSONReader) throws(JSONFault) {
            let read = try reader.members()
            try self.init(id: read("id"), name: read("name"), count: read("count"))
        }
    }

    /// How many places were looked at: the first ones of the answer.
    public var counted: Int
    /// The most frequent ones.
    public var cuisines: [Choice]
    public var diets: [Choice]
    public var prices: [Choice]
    public var kinds: [Choice]

    public init(
        counted: Int, cuisines: [Choice], diets: [Choice], prices: [Choice], kinds: [Choice]
    ) {
        self.counted = counted
        self.cuisines = cuisines
        self.diets = diets
        self.prices = prices
        self.kinds = kinds
    }

    public func encode(to writer: inout JSONWriter) {
        writer.object {
            $0.field("counted", counted)
            $0.field("cuisine", cuisines)
            $0.field("diet", diets)
            $0.field("price", prices)
            $0.field("kind", kinds)
        }
    }

    public init(from reader: inout JSONReader) throws(JSONFault) {
        let read = try reader.members()
        try self.init(
            counted: read("counted"), cuisines: read("cuisine"), diets: read("diet"), prices: read("price"),
            kinds: read("kind"))
    }
}
