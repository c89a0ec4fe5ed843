import Access
import HTTPKit
package import JSON
import Money
package import NIOCore
package import NoonishAPI

/// Reads a menu document and reports every fault at once, each by its JSON pointer.
///
/// A menu that was read is sound: keys are unique, what they refer to exists, hours are readable, every option group and
/// slot can be satisfied, and no combination costs less than nothing.
package struct MenuReader {
    /// The restaurants that share the menu.
    let branches: Set<RestaurantID>
    var taxes: Set<String> = []
    /// Sections and items that were read, with the pointers to them.
    var sections: Set<String> = []
    var items: [String: MenuPart<ItemOutline>] = [:]
    /// Whether there are any items, with faults or without.
    var hasItems = false
    var groups: [String: MenuPart<MenuOptionGroup>] = [:]
    /// Keys of option groups, also of those with faults.
    var groupKeys: Set<String> = []
    var completeItems: [MenuPart<MenuItem>] = []
    var choices: [MenuPart<MenuChoiceReference>] = []

    /// A part of the menu with the pointer to it.
    struct MenuPart<Value> {
        let value: Value
        let pointer: String
    }

    /// Reads the text of a document.
    ///
    /// - Parameter branches: The restaurants that share the menu; prices may name them.
    package static func read(
        text: ByteBuffer, branches: Set<RestaurantID>
    ) throws(MenuFaults) -> RestaurantMenu {
        try read(parse(text), branches: branches)
    }

    /// Parses JSON of any format of menus.
    package static func parse(_ text: ByteBuffer) throws(MenuFaults) -> JSONValue {
        do throws(JSONFault) {
            return try JSONValue(parsing: text, depth: MenuLimits.depth, size: MenuLimits.bytes)
        } catch {
            guard error.reason != .tooLarge else { throw .tooLarge }
            throw MenuFaults(error.pointer, error.reason.rawValue, "\(error)")
        }
    }

    package static func read(
        _ document: JSONValue, branches: Set<RestaurantID>
    ) throws(MenuFaults) -> RestaurantMenu {
        try read(document, branches: branches, checksPrices: true)
    }

    /// Reads the menu of a published version, whose prices were checked before it was published.
    static func read(published document: JSONValue) throws(MenuFaults) -> RestaurantMenu {
        try read(document.publishedMenu ?? document, branches: [], checksPrices: false)
    }

    private static func read(
        _ document: JSONValue, branches: Set<RestaurantID>, checksPrices: Bool
    ) throws(MenuFaults) -> RestaurantMenu {
        let document = try MenuVersions.all.upgraded(document)
        var reader = MenuReader(branches: branches)
        do throws(Problem) {
            var root = try ObjectReader(document)
            let menu = reader.menu(&root)
            reader.checkChoices(&root)
            if checksPrices { reader.checkPrices(&root) }
            return try root.finish(menu)
        } catch {
            throw MenuFaults(error)
        }
    }

    private init(branches: Set<RestaurantID>) { self.branches = branches }

    /// Returns `nil` after recording a fault.
    private mutating func menu(_ root: inout ObjectReader) -> RestaurantMenu? {
        _ = root.value("schemaVersion")
        let language = root.required("language", .languageTag)
        let currency = root.required("currency", .currency)
        let pricesIncludeTax = root.required("pricesIncludeTax", .boolean)
        let name = root.optional("name", .text(MenuLimits.name))
        let hours = root.optional("hours", .openingHours)
        let attribution = root.optional("attribution", .text(MenuLimits.attribution))
        let url = root.optional("url", .webAddress)
        let taxes = readTaxes(&root)
        let groups = readOptionGroups(&root)
        let sections = root.objects("sections", max: MenuLimits.sections) { readSection(&$0) }
        if !hasItems { root.refuse("sections", "no_items", "The menu has no items.") }
        guard let language, let currency, let pricesIncludeTax else { return nil }
        return RestaurantMenu(
            language: language, currency: currency.code, pricesIncludeTax: pricesIncludeTax, name: name,
            hours: hours, attribution: attribution, url: url, taxes: taxes, optionGroups: groups,
            sections: sections)
    }

    private mutating func readTaxes(_ root: inout ObjectReader) -> [MenuTax]? {
        var rates: Set<[String?]> = []
        let taxes = root.objects("taxes", max: MenuLimits.taxes) { tax -> MenuTax? in
            let key = tax.required("key", .menuKey)
            let name = tax.required("name", .text(MenuLimits.name))
            let fulfilment = tax.optional("fulfilment", .oneOf(GroupOrder.Fulfilment.self))
            let percent = tax.required("percent", .percentage)
            if let key {
                self.taxes.insert(key)
                if !rates.insert([key, fulfilment?.rawValue]).inserted {
                    tax.refuse("key", "duplicate_key", "This tax has another rate for the same fulfilment.")
                }
            }
            guard let key, let name, let percent else { return nil }
            return MenuTax(key: key, name: name, fulfilment: fulfilment, percent: percent.decimal)
        }
        for key in self.taxes.sorted() where !rates.contains([key, nil]) {
            let missing = GroupOrder.Fulfilment.allCases.filter { !rates.contains([key, $0.rawValue]) }
            guard !missing.isEmpty else { continue }
            root.refuse(
                "taxes", "rate_missing",
                "The tax \(key) has no rate for \(missing.map(\.rawValue).joined(separator: ", ")).")
        }
        return taxes.nilIfEmpty
    }

    private mutating func readSection(_ section: inout ObjectReader) -> MenuSection? {
        let (key, name, names) = section.keyAndNames(&sections)
        let description = section.optional("description", .text(MenuLimits.description, multiline: true))
        let hours = section.optional("hours", .openingHours)
        let items = section.objects("items", max: MenuLimits.itemsOfSection) { readItem(&$0) }
        guard let key, let name else { return nil }
        return MenuSection(
            key: key, name: name, names: names, description: description, hours: hours, items: items)
    }
}

extension MenuFaults {
    static let tooLarge = MenuFaults(
        "", "too_large", "A menu has at most \(MenuLimits.bytes / 1_024) KiB.")
}

extension RestaurantMenu {
    /// The document as text: the stored form and that of responses. Equal menus have equal texts.
    package var canonicalText: ByteBuffer {
        var writer = JSONWriter()
        encode(to: &writer)
        return writer.finish()
    }
}
