public import Foundation
public import JSON

/// One page of restaurants.
public struct RestaurantPage: Sendable, JSONCodable {
    public var items: [RestaurantSummary]
    /// The opaque cursor of the next page; `nil` on the last page.
    public var next: String?
    /// The instant that `openAt` of the items refers to.
    public var at: Date
    /// The filters that could narrow the result; `nil` on later pages and if not requested.
    public var facets: RestaurantFacets?
    /// The results of external sources; `nil` if not requested.
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

/// The filters that could narrow a result, with the number of remaining restaurants.
public struct RestaurantFacets: Hashable, Sendable, JSONCodable {
    /// One value of a filter.
    public struct Choice: Hashable, Sendable, JSONCodable {
        /// The value of the parameter.
        public var id: String
        /// In the caller's language.
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

    /// The number of restaurants that were counted: the first ones of the result.
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
