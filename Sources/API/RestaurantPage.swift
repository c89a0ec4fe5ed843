public import Foundation
public import JSON

/// One page of restaurants.
@JSONObject
public struct RestaurantPage: Sendable, JSONCodable {
    public var items: [RestaurantSummary]
    /// The opaque cursor of the next page; `nil` on the last page.
    public var next: String?
    /// The instant that `openAt` of the items refers to.
    public var at: Date
    /// The filters that could narrow the result; `nil` on later pages and if not requested.
    @JSONMember(omitIfNil: true) public var facets: RestaurantFacets? = nil
    /// How the text was understood; `nil` if all its words had to match, and on later pages.
    @JSONMember(omitIfNil: true) public var interpretation: SearchInterpretation? = nil
    /// The results of external sources; `nil` if not requested.
    @JSONMember(omitIfNil: true) public var live: [LiveRestaurants]? = nil
}

/// The filters that could narrow a result, with the number of remaining restaurants.
@JSONObject
public struct RestaurantFacets: WireValue {
    /// One value of a filter.
    @JSONObject
    public struct Choice: WireValue {
        /// The value of the parameter.
        public var id: String
        /// In the caller's language.
        public var name: String
        public var count: Int
    }

    /// The number of restaurants that were counted: the first ones of the result.
    public var counted: Int
    /// The most frequent ones.
    @JSONMember("cuisine") public var cuisines: [Choice]
    @JSONMember("diet") public var diets: [Choice]
    @JSONMember("price") public var prices: [Choice]
    @JSONMember("kind") public var kinds: [Choice]
}
