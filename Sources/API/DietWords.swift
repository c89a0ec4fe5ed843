public import JSON

/// What a place offers for every diet: `yes`, `only`, `limited`, `no` or `unknown`.
public struct DietWords: Hashable, Sendable, JSONEncodable {
    public var glutenFree = "unknown"
    public var halal = "unknown"
    public var kosher = "unknown"
    public var lactoseFree = "unknown"
    public var pescetarian = "unknown"
    public var vegan = "unknown"
    public var vegetarian = "unknown"

    public init() {}

    public func encode(to writer: inout JSONWriter) {
        writer.object {
            $0.field("gluten_free", glutenFree)
            $0.field("halal", halal)
            $0.field("kosher", kosher)
            $0.field("lactose_free", lactoseFree)
            $0.field("pescetarian", pescetarian)
            $0.field("vegan", vegan)
            $0.field("vegetarian", vegetarian)
        }
    }
}
