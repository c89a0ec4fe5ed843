import NoonishAPI

/// The sources, each with a number that stays the same while the process runs.
struct RestaurantSources {
    private var list: [RestaurantSource] = []
    private var numbers: [String: UInt16] = [:]

    /// - Precondition: `number` was given out by ``number(of:)``.
    subscript(number: UInt16) -> RestaurantSource { list[Int(number)] }

    /// In the order of their numbers.
    var ids: [String] { list.map(\.id) }

    /// Gives out the numbers that were given out when there were these.
    ///
    /// - Returns: Nil if one of them is not known.
    init?(ids: [String], of known: [RestaurantSource]) {
        let byID = Dictionary(known.map { ($0.id, $0) }) { first, _ in first }
        for id in ids {
            guard let source = byID[id] else { return nil }
            update([source])
        }
        guard self.ids == ids else { return nil }
    }

    init() {}

    /// Nil for a source that was not there at the last ``update(_:)``.
    func number(of id: String) -> UInt16? { numbers[id] }

    /// Sources are never removed from the table, since restaurants point at them. More than fit in a number are not
    /// taken; 65,536 licences are nobody's directory.
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
