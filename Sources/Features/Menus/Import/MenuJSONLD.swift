import JSON
import Money
import NoonishAPI

/// Reads menus from JSON-LD in the vocabulary of schema.org, as restaurants have them in their web pages.
///
/// - Source: https://schema.org/Menu, https://schema.org/MenuItem
struct MenuJSONLD {
    private var builder: MenuBuilder
    /// The nodes that others refer to by `@id`.
    private let nodes: [String: LinkedNodes.Node]
    /// The ids of the sections around the one that is being read.
    private var path: Set<String> = []
    /// The bytes that references may still stand for: a file of a few kilobytes can refer to its parts a million times.
    private var bytesLeft = MenuLimits.referencedBytes

    private static let known: Set<String> = [
        "name", "description", "offers", "suitableForDiet", "menuAddOn", "identifier", "inLanguage",
    ]

    static func read(
        _ document: JSONValue, _ defaults: MenuImportDefaults
    ) throws(MenuFaults) -> MenuBuilder {
        let graph = LinkedNodes(document)
        let (language, currency) = try defaults.resolved(
            language: graph.texts["inLanguage"], currency: graph.texts["priceCurrency"])
        guard !graph.menus.values.isEmpty else {
            throw MenuFaults("", "no_menu", "The file has no Menu of schema.org.")
        }
        var reader = MenuJSONLD(
            builder: MenuBuilder(language: language, currency: currency), nodes: graph.nodes)
        for menu in graph.menus.values { reader.readMenu(menu.value, at: menu.pointer) }
        return reader.builder
    }

    private mutating func readMenu(_ menu: JSONValue, at pointer: String) {
        if menu["hasMenuItem"] != nil {
            readItems(of: menu, into: builder.addSection(name(of: menu) ?? "Menu", at: pointer), at: pointer)
        }
        for section in menu.elements(of: "hasMenuSection", at: pointer) {
            readSection(node(section.value, at: section.pointer), at: section.pointer, depth: 1)
        }
    }

    /// Sections within a section follow it.
    private mutating func readSection(_ section: JSONValue, at pointer: String, depth: Int) {
        guard !builder.isFull else { return }
        guard depth <= MenuLimits.depth else {
            return builder.refuse(pointer, "too_deep", "Sections are within each other too often.")
        }
        let id = section["@id"]?.scalarText
        if let id, !path.insert(id).inserted {
            return builder.refuse(pointer, "circular_reference", "A section can’t be within itself.")
        }
        defer { if let id { path.remove(id) } }
        let name = name(of: section)
        if section["hasMenuItem"] != nil {
            let index = builder.addSection(
                name ?? "Menu", description: MenuBuilder.line(section["description"]?.scalarText), at: pointer
            )
            readItems(of: section, into: index, at: pointer)
        }
        for inner in section.elements(of: "hasMenuSection", at: pointer) {
            readSection(node(inner.value, at: inner.pointer), at: inner.pointer, depth: depth + 1)
        }
    }

    private mutating func readItems(of section: JSONValue, into index: Int, at pointer: String) {
        for element in section.elements(of: "hasMenuItem", at: pointer) {
            let value = node(element.value, at: element.pointer)
            guard !builder.isFull else { return }
            guard let name = name(of: value) else {
                builder.refuse(element.pointer, "missing", "The item has no name.")
                continue
            }
            var item = MenuItem(key: value["identifier"]?.scalarText ?? "", kind: .dish, name: name)
            item.description = MenuBuilder.line(value["description"]?.scalarText)
            item.diets = diets(of: value).nilIfEmpty
            guard readOffers(of: value, into: &item, at: element.pointer) else {
                builder.ignore("items without a price")
                continue
            }
            item.optionGroups = addOns(of: value, at: element.pointer).nilIfEmpty
            if case .object(let object) = value {
                for member in object.members
                where member.name.first != "@" && !Self.known.contains(member.name) {
                    builder.ignore(member.name)
                }
            }
            builder.add(item, to: index, at: element.pointer)
        }
    }

    /// Reads the price, or a variant of each offer that has a name. Returns `false` if there is no price.
    private mutating func readOffers(
        of value: JSONValue, into item: inout MenuItem, at pointer: String
    ) -> Bool {
        var keys = MenuKeys()
        var prices: [Int] = []
        var variants: [MenuVariant] = []
        for offer in value.elements(of: "offers", at: pointer) {
            let offered = node(offer.value, at: offer.pointer)
            guard let price = price(of: offered, at: offer.pointer) else { continue }
            prices.append(price)
            if let name = name(of: offered) {
                variants.append(
                    MenuVariant(key: keys.key(nil, name: name), name: name, priceMinor: price))
            }
        }
        guard let first = prices.first else { return false }
        if prices.count > 1, variants.count == prices.count {
            item.variants = variants
        } else {
            item.priceMinor = first
            if prices.count > 1 { builder.ignore("further offers without a name") }
        }
        return true
    }

    private mutating func price(of offer: JSONValue, at pointer: String) -> Int? {
        let specification = offer["priceSpecification"]?.list.first
        guard let text = offer["price"]?.scalarText ?? specification?["price"]?.scalarText else { return nil }
        if let code = offer["priceCurrency"]?.scalarText ?? specification?["priceCurrency"]?.scalarText,
            code != builder.currency.code
        {
            builder.refuse(
                pointer, "another_currency", "The price is in \(code) instead of \(builder.currency.code).")
            return 0
        }
        return builder.price(text, isPlain: true, at: pointer)
    }

    private func diets(of value: JSONValue) -> [PersonalDiet] {
        let diets = (value["suitableForDiet"]?.list ?? []).compactMap { diet -> PersonalDiet? in
            let name = diet.scalarText ?? diet["@id"]?.scalarText ?? diet["name"]?.scalarText
            return name?.split { $0 == "/" || $0 == ":" || $0 == "#" }.last.flatMap { Self.diets[String($0)] }
        }
        return PersonalDiet.allCases.filter(diets.contains)
    }

    /// - Source: https://schema.org/RestrictedDiet. Diets with little of something are not free of it.
    private static let diets: [String: PersonalDiet] = [
        "VeganDiet": .vegan, "VegetarianDiet": .vegetarian, "GlutenFreeDiet": .glutenFree,
        "HalalDiet": .halal, "KosherDiet": .kosher,
    ]

    /// Reads add-ons as groups from which any number can be chosen, and returns their keys.
    private mutating func addOns(of value: JSONValue, at pointer: String) -> [String] {
        var single: [MenuOption] = []
        var keys: [String] = []
        for addOn in value.elements(of: "menuAddOn", at: pointer) {
            let addOnValue = node(addOn.value, at: addOn.pointer)
            guard !builder.isFull else { break }
            if addOnValue["hasMenuItem"] != nil {
                let options = addOnValue.elements(of: "hasMenuItem", at: addOn.pointer).compactMap {
                    option(node($0.value, at: $0.pointer), at: $0.pointer)
                }
                keys.append(addGroup(name(of: addOnValue), options, at: addOn.pointer))
            } else if let option = option(addOnValue, at: addOn.pointer) {
                single.append(option)
            }
        }
        if !single.isEmpty { keys.append(addGroup(nil, single, at: pointer)) }
        return keys
    }

    private mutating func addGroup(_ name: String?, _ options: [MenuOption], at pointer: String) -> String {
        builder.addGroup(
            MenuOptionGroup(key: "", name: name ?? "Extras", least: 0, mostOfEach: 1, options: options),
            at: pointer)
    }

    private mutating func option(_ value: JSONValue, at pointer: String) -> MenuOption? {
        guard let name = name(of: value) else { return nil }
        let offer = value.elements(of: "offers", at: pointer).first
        let price = offer.flatMap { self.price(of: node($0.value, at: $0.pointer), at: $0.pointer) } ?? 0
        return MenuOption(key: "", name: name, priceMinor: price, preselected: false)
    }

    private func name(of value: JSONValue) -> String? { MenuBuilder.line(value["name"]?.scalarText) }

    /// Returns the node that a reference stands for, or the value itself. Stops the import if references stand for too much.
    private mutating func node(_ value: JSONValue, at pointer: String) -> JSONValue {
        guard !builder.isFull, value.isReference, let id = value["@id"]?.scalarText, let node = nodes[id]
        else { return value }
        bytesLeft -= node.size
        guard bytesLeft >= 0 else {
            builder.stop(pointer, "too_large", "The file refers to its parts too often.")
            return .null
        }
        return node.value
    }
}

/// The nodes of a JSON-LD document.
private struct LinkedNodes {
    struct Node {
        let value: JSONValue
        /// Bytes, roughly.
        let size: Int
        let memberCount: Int
    }

    /// Menus in the order of the document, each once.
    struct Menus {
        private(set) var values: [(value: JSONValue, pointer: String)] = []
        private var indices: [String: Int] = [:]

        /// Adds a menu. Of two with the same id, the one with more members counts.
        mutating func add(_ menu: JSONObject, at pointer: String) {
            let value = JSONValue.object(menu)
            let id = value["@id"]?.scalarText
            guard let id, let index = indices[id] else {
                if let id { indices[id] = values.count }
                return values.append((value, pointer))
            }
            guard case .object(let known) = values[index].value, known.members.count < menu.members.count
            else { return }
            values[index] = (value, pointer)
        }
    }

    private(set) var menus = Menus()
    private(set) var nodes: [String: Node] = [:]
    /// The first text of members that hold for the whole menu.
    private(set) var texts: [String: String] = [:]

    init(_ document: JSONValue) { _ = visit(document, at: "") }

    /// Collects the nodes of a value and returns its size in bytes, roughly.
    private mutating func visit(_ value: JSONValue, at pointer: String) -> Int {
        switch value {
        case .string(let text): return text.utf8.count + 2
        case .array(let elements):
            return elements.enumerated().reduce(2) { $0 + visit($1.element, at: "\(pointer)/\($1.offset)") }
        case .object(let object):
            for name in ["inLanguage", "priceCurrency"] where texts[name] == nil {
                texts[name] = value[name]?.scalarText
            }
            let types = value["@type"]?.list.compactMap(\.scalarText) ?? []
            let isMenu = types.contains { $0 == "Menu" || $0.hasSuffix("/Menu") || $0.hasSuffix(":Menu") }
            if isMenu, !value.isReference { menus.add(object, at: pointer) }
            let size = object.members.reduce(2) { size, member in
                size + member.name.utf8.count + 4
                    + visit(member.value, at: "\(pointer)/\(JSONPointer.escape(member.name))")
            }
            if let id = value["@id"]?.scalarText, !value.isReference,
                nodes[id].map({ $0.memberCount < object.members.count }) ?? true
            {
                nodes[id] = Node(value: value, size: size, memberCount: object.members.count)
            }
            return size
        default: return 8
        }
    }
}

extension JSONValue {
    /// Whether it is an object with nothing but its id and type, which stands for a node elsewhere.
    fileprivate var isReference: Bool {
        guard case .object(let object) = self, object["@id"] != nil else { return false }
        return object.members.allSatisfy { $0.name.hasPrefix("@") }
    }
}
