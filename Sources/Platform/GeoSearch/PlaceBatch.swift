/// Places on their way into an index, kept small: what is loaded page by page need not be held as ``Place`` values.
public struct PlaceBatch: Sendable {
    private(set) var places: [Place] = []

    public init() {}

    public var count: Int { places.count }

    /// A place of an id that was added before replaces it.
    public mutating func add(_ place: Place) { places.append(place) }
}
