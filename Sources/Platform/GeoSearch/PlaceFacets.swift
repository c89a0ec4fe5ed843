/// How many of the first places of an answer have what one could narrow it by.
public struct PlaceFacets: Hashable, Sendable {
    /// How many places were looked at: at most ``SearchLimits/facetDepth``, the first ones in the answer's order.
    public internal(set) var counted = 0
    /// Keys of cuisines to the number of places.
    public internal(set) var cuisines: [String: Int] = [:]
    /// Diets to the number of places that serve them.
    public internal(set) var diets: [Diet: Int] = [:]
    /// 1 to 4; places of unknown price are in none.
    public internal(set) var prices: [Int: Int] = [:]
    public internal(set) var kinds: [PlaceKind: Int] = [:]

    mutating func count(_ place: Place) {
        counted += 1
        for cuisine in Set(place.cuisines) { cuisines[cuisine, default: 0] += 1 }
        for diet in place.diets.served { diets[diet, default: 0] += 1 }
        if let price = place.price { prices[price, default: 0] += 1 }
        kinds[place.kind, default: 0] += 1
    }
}
