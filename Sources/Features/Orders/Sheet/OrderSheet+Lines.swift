import NoonishAPI

/// How a sheet is arranged.
struct SheetLayout: Sendable {
    enum Grouping: String, Sendable, CaseIterable {
        case dish, person
    }

    var grouping = Grouping.dish
    /// Whether it has people's names. What leaves the group has none unless the coordinator wants them.
    var hasNames = false
}

extension OrderSheet {
    /// Puts equal dishes together, by name, and marks what changed since the order was handed over.
    init(_ order: OrderRow, _ lines: [OrderLineRow], layout: SheetLayout) {
        let live = lines.live
        let sections: [Section]
        switch layout.grouping {
        case .dish:
            sections = [
                Section(person: nil, entries: Self.entries(lines, in: order, hasNames: layout.hasNames))
            ]
        case .person:
            sections = Dictionary(grouping: lines) { SheetPerson($0) }
                .sorted { ($0.key.label.lowercased(), $0.key.id) < ($1.key.label.lowercased(), $1.key.id) }
                .map { person, lines in
                    Section(
                        person: layout.hasNames ? person.label : nil,
                        entries: Self.entries(lines, in: order, hasNames: false))
                }
        }
        self.init(
            place: order.place, dueAt: order.text(order.promisedAt ?? order.dueAt),
            fulfilment: order.fulfilment, address: order.address, note: order.note,
            coordinator: order.coordinator.name, currency: order.currency, sections: sections,
            portions: live.portions, totalMinor: live.compactMap(\.totalMinor).reduce(0, +),
            unpriced: live.count { $0.unitMinor == nil })
    }

    private static func entries(_ lines: [OrderLineRow], in order: OrderRow, hasNames: Bool) -> [Entry] {
        let dishes = Dictionary(grouping: lines) { SheetDish($0, in: order) }
        return dishes.sorted { SheetRank($0.key, $0.value) < SheetRank($1.key, $1.value) }
            .map { dish, lines in
                let notes = Dictionary(grouping: lines.flatMap(\.notes), by: \.text)
                    .map { Note(count: $1.reduce(0) { $0 + $1.count }, text: $0) }
                    .sorted { $0.text < $1.text }
                let isPriced = lines.allSatisfy { $0.unitMinor != nil }
                return Entry(
                    count: lines.portions, name: lines[0].name, options: lines[0].options,
                    totalMinor: isPriced ? lines.compactMap(\.totalMinor).reduce(0, +) : nil, notes: notes,
                    people: hasNames ? lines.map(\.label).sorted() : [], mark: dish.mark)
            }
    }
}

/// The order of entries: that of the menu, then dishes that were typed; within, by name and options.
private struct SheetRank: Comparable {
    private let position: Int
    private let texts: [String]

    init(_ dish: SheetDish, _ lines: [OrderLineRow]) {
        position = dish.isFromMenu ? lines.compactMap(\.menuPosition).min() ?? 0 : Int.max
        texts = [dish.name, lines[0].options ?? "", dish.mark?.rawValue ?? ""]
    }

    static func < (first: Self, second: Self) -> Bool {
        first.position == second.position
            ? first.texts.lexicographicallyPrecedes(second.texts) : first.position < second.position
    }
}

/// What makes two lines one entry: the folded name and options, and how they changed. A dish that was typed stays apart from
/// one of the menu with its name.
private struct SheetDish: Hashable {
    let isFromMenu: Bool
    let name: String
    let options: String
    let mark: OrderSheet.Mark?

    init(_ line: OrderLineRow, in order: OrderRow) {
        isFromMenu = line.pick != nil
        name = line.name.lowercased()
        options = (line.options ?? "").lowercased()
        if line.struckAt != nil {
            mark = .struck
        } else if line.isAmended(in: order) {
            mark = order.placedAt.map { line.createdAt > $0 } == true ? .added : .changed
        } else {
            mark = nil
        }
    }
}

/// The section that a line is in: that of a person, or of a visitor of theirs.
private struct SheetPerson: Hashable {
    let id: PersonID
    let label: String

    init(_ line: OrderLineRow) {
        id = line.person.id
        label = line.label
    }
}

extension OrderLineRow {
    /// The name on the bag.
    fileprivate var label: String { visitor ?? person.name }

    /// The notes, with what the eater wants the kitchen to know.
    fileprivate var notes: [OrderSheet.Note] {
        [note, tellsKitchen].compactMap(\.self).map { OrderSheet.Note(count: quantity, text: $0) }
    }
}
