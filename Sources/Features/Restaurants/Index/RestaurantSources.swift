import NoonishAPI

/// The sources, each with a number that stays the same while the process runs.
struct RestaurantSources {
    private var list: [RestaurantSource] = []
    private var numbers: [String: UInt16] = [:]

    /// Returns the source with this number.
    ///
    /// - Precondition: `number` was returned by ``number(of:)``.
    subscript(number: UInt16) -> RestaurantSource { list[Int(number)] }

    /// Source ids in the order of their numbers.
    var ids: [String] { list.map(\.id) }

    /// Restores the numbers that were assigned to `ids`.
    ///
    /// - Returns: `nil` if one of the ids is unknown.
    init?(ids: [String], of known: [RestaurantSource]) {
        let byID = Dictionary(known.map { ($0.id, $0) }) { first, _ in first }
        for id in ids {
            guard let source = byID[id] else { return nil }
            update([source])
        }
        guard self.ids == ids else { return nil }
    }

    init() {}

    /// Returns the number of a source; `nil` if it did not exist at the last ``update(_:)``.
    func number(of id: String) -> UInt16? { numbers[id] }

    /// Adds new sources and updates known ones. Sources are never removed from the table, because restaurants
    /// refer to them. Sources beyond 65,536, the range of a number, are ignored.
    mutating func update(_ known: [RestaurantSource]) {
        for source in known {
            if let number = numbers[source.id] {
                list[Int(number)] = source
            } else if let number = UInt16(exactly: list.count) {
                numbers[source.id] = number
                list.append(source)
            }
        }
    }
}
