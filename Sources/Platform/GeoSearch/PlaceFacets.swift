/// Counts of the attributes by which a result could be narrowed, over its first places.
public struct PlaceFacets: Hashable, Sendable {
    /// The number of places counted: at most ``SearchLimits/facetDepth``, the first ones in the result's
    /// order.
    public private(set) var counted = 0
    /// The number of places by key of cuisine.
    public private(set) var cuisines: [String: Int] = [:]
    /// The number of places that serve each diet.
    public private(set) var diets: [Diet: Int] = [:]
    /// The number of places by price, 1 to 4; places of unknown price are not counted.
    public private(set) var prices: [Int: Int] = [:]
    public private(set) var kinds: [PlaceKind: Int] = [:]

    /// Counts places by their columns, without reading their records.
    init(_ found: [RankedPlace], _ segments: [LiveSegment]) {
        counted = found.count
        // Counted by code; the codes are translated at the end.
        var kindCounts = Array(repeating: 0, count: 16)
        var priceCounts = Array(repeating: 0, count: 8)
        var dietCounts = Array(repeating: 0, count: Diet.allCases.count)
        for (number, live) in segments.enumerated() {
            let columns = live.segment.columns
            var cuisineCounts = Array(repeating: 0, count: live.segment.cuisineCount)
            for place in found where place.segment == number {
                let bits = UInt32(columns.attributes[place.ordinal])
                kindCounts[Int(bits & 0xF)] += 1
                priceCounts[Int(bits >> 4 & 7)] += 1
                for code in dietCounts.indices where bits >> (7 + code) & 1 == 1 { dietCounts[code] += 1 }
                for index in columns.termStarts[place.ordinal]..<columns.termStarts[place.ordinal + 1]
                where columns.terms[index] < live.segment.cuisineCount {
                    cuisineCounts[Int(columns.terms[index])] += 1
                }
            }
            for (term, count) in cuisineCounts.enumerated() where count > 0 {
                let key = String(decoding: columns.termBytes(term).dropFirst(), as: UTF8.self)
                cuisines[key, default: 0] += count
            }
        }
        for (code, count) in kindCounts.enumerated() where count > 0 {
            if let kind = PlaceKind(code: UInt32(code)) { kinds[kind] = count }
        }
        for (price, count) in priceCounts.enumerated() where price > 0 && count > 0 { prices[price] = count }
        for diet in Diet.allCases where dietCounts[Int(diet.code)] > 0 {
            diets[diet] = dietCounts[Int(diet.code)]
        }
    }
}
