/// How many of the first places of an answer have what one could narrow it by.
public struct PlaceFacets: Hashable, Sendable {
    /// How many places were looked at: at most ``SearchLimits/facetDepth``, the first ones in the answer's order.
    public private(set) var counted = 0
    /// Keys of cuisines to the number of places.
    public private(set) var cuisines: [String: Int] = [:]
    /// Diets to the number of places that serve them.
    public private(set) var diets: [Diet: Int] = [:]
    /// 1 to 4; places of unknown price are in none.
    public private(set) var prices: [Int: Int] = [:]
    public private(set) var kinds: [PlaceKind: Int] = [:]

    /// Counts places by their columns, without reading their texts.
    init(_ found: [Found], _ segments: [LiveSegment]) {
        counted = found.count
        for (number, live) in segments.enumerated() {
            var cuisineCounts: [UInt32: Int] = [:]
            let columns = live.segment.columns
            for place in found where place.segment == number {
                let bits = UInt32(columns.attributes[place.ordinal])
                kinds[PlaceKind(code: bits & 0xF), default: 0] += 1
                if bits >> 4 & 7 > 0 { prices[Int(bits >> 4 & 7), default: 0] += 1 }
                for diet in Diet.allCases where bits >> (7 + diet.code) & 1 == 1 {
                    diets[diet, default: 0] += 1
                }
                for index in columns.termStarts[place.ordinal]..<columns.termStarts[place.ordinal + 1]
                where columns.terms[index] < live.segment.cuisineCount {
                    cuisineCounts[columns.terms[index], default: 0] += 1
                }
            }
            for (term, count) in cuisineCounts {
                let key = String(decoding: columns.termBytes(Int(term)).dropFirst(), as: UTF8.self)
                cuisines[key, default: 0] += count
            }
        }
    }
}
