package import NoonishAPI

extension MenuPick {
    /// The same choice with options and parts in the order of their keys, so that equal choices are equal values.
    package var sorted: MenuPick {
        var pick = self
        pick.options = options.sorted
        pick.parts = parts.map { part in
            var part = part
            part.options = part.options.sorted
            return part
        }
        .sorted { $0.order.lexicographicallyPrecedes($1.order) }
        return pick
    }
}

extension MenuPick {
    /// The keys of the item and of the parts of a combo, with how often each is in one portion.
    package var itemCounts: [String: Int] {
        ([item] + parts.map(\.item)).reduce(into: [:]) { $0[$1, default: 0] += 1 }
    }
}

extension [MenuPick.Option] {
    fileprivate var sorted: Self { sorted { ($0.group, $0.option) < ($1.group, $1.option) } }
}

extension MenuPick.Part {
    fileprivate var order: [String] {
        [slot, item, variant ?? ""] + options.flatMap { [$0.group, $0.option, String($0.count)] }
    }
}
