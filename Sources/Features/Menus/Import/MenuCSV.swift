import HTTPKit
import Money
import NIOCore
import NoonishAPI
import Restaurants

/// Reads menus from comma-separated text with a header. Semicolons and tabs are detected.
///
///     section,key,name,price,variant,options,contains,diets,description
///     Curries,green,Green curry,12.90,small,Spice 1: mild; Extras 0-2: egg +1.00,"fish,milk",,With basil
///     Curries,green,Green curry,15.90,large,,,,
///
/// Rows with the same key, or without one the same section and name, are variants of one item. `options` lists groups
/// with the numbers of the fewest and the most options to choose; their prices have a full stop before the decimals in
/// every language. An empty `contains` is not stated; `none` means none.
struct MenuCSV {
    private static let columns: Set<String> = [
        "section", "key", "name", "price", "variant", "options", "contains", "diets", "description",
    ]

    /// An item with its first row.
    private struct Entry {
        let section: Int
        let place: String
        let fields: [String: String]
        var item: MenuItem
        private var variantKeys = MenuKeys()

        init(section: Int, place: String, fields: [String: String], item: MenuItem) {
            self.section = section
            self.place = place
            self.fields = fields
            self.item = item
        }

        mutating func addVariant(_ name: String, _ price: Int) {
            let key = variantKeys.key(nil, name: name)
            if item.variants == nil { item.variants = [] }
            item.variants?.append(MenuVariant(key: key, name: name, priceMinor: price))
        }
    }

    /// The columns that count in the first row of an item.
    private static let columnsOfItem = ["options", "contains", "diets", "description"]

    private var builder: MenuBuilder
    /// The items so far, in order.
    private var entries: [Entry] = []
    /// The indices of ``entries``, by what identifies their rows.
    private var indices: [[String]: Int] = [:]

    static func read(
        _ text: ByteBuffer, _ defaults: MenuImportDefaults
    ) throws(MenuFaults) -> MenuBuilder {
        let (language, currency) = try defaults.resolved(language: nil, currency: nil)
        var reader = MenuCSV(builder: MenuBuilder(language: language, currency: currency))
        for (index, record) in try records(of: text).enumerated() {
            // The header is row 1, as spreadsheets count.
            reader.read(record, at: "row \(index + 2)")
        }
        for entry in reader.entries { reader.builder.add(entry.item, to: entry.section, at: entry.place) }
        return reader.builder
    }

    private static func records(of text: ByteBuffer) throws(MenuFaults) -> [ImportRecord?] {
        var splitter = DelimitedSplitter(columns: nil, delimiter: nil)
        do throws(ImportFault) {
            return try splitter.take(Array(buffer: text)) + splitter.finish()
        } catch {
            throw MenuFaults("", "malformed_csv", error.description)
        }
    }

    private mutating func read(_ record: ImportRecord?, at place: String) {
        guard !builder.isFull else { return }
        guard let record else {
            return builder.refuse(place, "malformed_csv", "The row has more fields than the header.")
        }
        for column in record.fields.keys.sorted() where !Self.columns.contains(column) {
            builder.ignore(column)
        }
        let fields = record.fields.compactMapValues { MenuBuilder.line($0) }
        guard !fields.isEmpty else { return }
        guard let section = fields["section"], let name = fields["name"], let priceText = fields["price"]
        else {
            return builder.refuse(place, "missing", "A row needs a section, a name and a price.")
        }
        let price = builder.price(priceText, at: place)
        let identity = fields["key"].map { [$0] } ?? [section, name]
        if let known = indices[identity] {
            guard let variant = fields["variant"], entries[known].item.variants != nil else {
                return builder.refuse(
                    place, "duplicate_key", "Another row has the same item; name the variants of both.")
            }
            entries[known].addVariant(variant, price)
            for column in Self.columnsOfItem {
                guard let field = fields[column], field != entries[known].fields[column] else { continue }
                builder.ignore("\(column) of a further variant")
            }
            return
        }
        var item = MenuItem(key: fields["key"] ?? "", kind: .dish, name: name)
        item.description = fields["description"]
        if fields["variant"] == nil { item.priceMinor = price }
        item.optionGroups = optionGroups(fields["options"], at: place).nilIfEmpty
        item.contains = list(fields["contains"], of: Allergen.self, "unknown_allergen", at: place)
        item.diets = list(fields["diets"], of: PersonalDiet.self, "unknown_diet", at: place)?.nilIfEmpty
        var entry = Entry(
            section: builder.section(named: section, at: place), place: place, fields: fields, item: item)
        if let variant = fields["variant"] { entry.addVariant(variant, price) }
        indices[identity] = entries.count
        entries.append(entry)
    }

    /// Reads a list of words of an enumeration; `none` is an empty list.
    private mutating func list<Value: RawRepresentable<String>>(
        _ text: String?, of _: Value.Type, _ code: String, at place: String
    ) -> [Value]? {
        guard let text else { return nil }
        guard text.lowercased() != "none" else { return [] }
        return text.lowercased().split { ",;|".contains($0) }.compactMap { part -> Value? in
            let word = part.split { $0 == " " || $0 == "-" || $0 == "_" }.joined(separator: "_")
            guard let value = Value(rawValue: word) else {
                builder.refuse(place, code, "“\(word)” is not known.")
                return nil
            }
            return value
        }
    }

    /// Reads groups such as `Spice 1: mild, hot +0.50; Extras 0-3: egg +1.00` and returns their keys.
    private mutating func optionGroups(_ text: String?, at place: String) -> [String] {
        (text ?? "").split(separator: ";").compactMap { part -> String? in
            let sides = part.split(separator: ":", maxSplits: 1)
            guard sides.count == 2,
                let head = sides[0].wholeMatch(of: /\s*(.+?)(?:\s+([0-9]{1,2})(?:\s*-\s*([0-9]{1,2}))?)?\s*/)
            else {
                builder.refuse(
                    place, "malformed_options", "Expected options such as Spice 1: mild, hot +0.50.")
                return nil
            }
            guard !sides[1].contains(/[+\-\u{2212}]\s*[0-9]+,[0-9]/) else {
                builder.refuse(
                    place, "malformed_options",
                    "Write a full stop before the decimals of an option’s price, such as hot +0.50.")
                return nil
            }
            let least = head.2.flatMap { Int($0) }
            let group = MenuOptionGroup(
                key: "", name: String(head.1), least: least ?? 0,
                most: head.3.flatMap { Int($0) } ?? least, mostOfEach: 1,
                options: sides[1].split(separator: ",", omittingEmptySubsequences: false).compactMap {
                    option($0, at: place)
                })
            return builder.addGroup(group, at: place)
        }
    }

    private mutating func option(_ text: Substring, at place: String) -> MenuOption? {
        guard let parts = text.wholeMatch(of: /\s*(.+?)\s*(?:([+\-\u{2212}])\s*([0-9][0-9.,]*))?\s*/) else {
            builder.refuse(place, "malformed_options", "Name the option between two commas.")
            return nil
        }
        let amount = parts.3.map { builder.price(String($0), isPlain: true, at: place) } ?? 0
        return MenuOption(
            key: "", name: String(parts.1), priceMinor: parts.2 == "+" ? amount : -amount, preselected: false)
    }
}
