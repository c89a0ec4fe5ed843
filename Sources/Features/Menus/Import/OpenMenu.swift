import JSON
import NoonishAPI

/// Reads menus in the JSON of Open Menu, which its programs export.
///
/// - Source: the member names of the Open Menu Format 1.6.
struct OpenMenu {
    private var builder: MenuBuilder

    static func read(
        _ document: JSONValue, _ defaults: MenuImportDefaults
    ) throws(MenuFaults) -> MenuBuilder {
        guard let (menus, pointer) = menus(in: document, at: "", depth: 0), !menus.isEmpty else {
            throw MenuFaults("", "no_menu", "The file has no menus of Open Menu.")
        }
        let (language, currency) = try defaults.resolved(
            language: menus.lazy.compactMap { $0["language"]?.scalarText }.first,
            currency: menus.lazy.compactMap { $0["currency_symbol"]?.scalarText }.first)
        var reader = OpenMenu(builder: MenuBuilder(language: language, currency: currency))
        for (index, menu) in menus.enumerated() {
            for group in menu.elements(of: "menu_groups", at: "\(pointer)/\(index)") {
                reader.readGroup(group.value, at: group.pointer)
            }
        }
        return reader.builder
    }

    /// Finds the menus, around which responses of the service have other members.
    private static func menus(
        in value: JSONValue, at pointer: String, depth: Int
    ) -> (menus: [JSONValue], pointer: String)? {
        if case .array(let menus)? = value["menus"] { return (menus, "\(pointer)/menus") }
        guard depth < 4, case .object(let object) = value else { return nil }
        return object.members.lazy.compactMap { member in
            menus(
                in: member.value, at: "\(pointer)/\(JSONPointer.escape(member.name))", depth: depth + 1)
        }.first
    }

    private mutating func readGroup(_ group: JSONValue, at pointer: String) {
        guard !builder.isFull, !(group["disabled"]?.isTrue ?? false) else { return }
        let section = builder.addSection(
            MenuBuilder.line(group["group_name"]?.scalarText) ?? "Menu",
            description: MenuBuilder.line(group["group_description"]?.scalarText), at: pointer)
        let shared = optionGroups(of: group, "group", at: pointer).unique
        for element in group.elements(of: "menu_items", at: pointer) {
            readItem(element.value, into: section, shared, at: element.pointer)
        }
    }

    private mutating func readItem(
        _ value: JSONValue, into section: Int, _ shared: [String], at pointer: String
    ) {
        guard !builder.isFull, !(value["disabled"]?.isTrue ?? false) else { return }
        guard let name = MenuBuilder.line(value["menu_item_name"]?.scalarText) else {
            return builder.refuse(pointer, "missing", "The item has no name.")
        }
        var item = MenuItem(key: value["item_uid"]?.scalarText ?? "", kind: .dish, name: name)
        item.description = MenuBuilder.line(value["menu_item_description"]?.scalarText)
        let variants = sizes(of: value, at: pointer)
        if !variants.isEmpty {
            item.variants = variants
        } else if let price = value["menu_item_price"]?.scalarText {
            item.priceMinor = builder.price(price, isPlain: true, at: pointer)
        } else {
            return builder.ignore("items without a price")
        }
        item.optionGroups = (shared + optionGroups(of: value, "item", at: pointer)).unique.nilIfEmpty
        item.diets = PersonalDiet.allCases.filter { value[$0.rawValue]?.isTrue ?? false }.nilIfEmpty
        item.contains = allergens(of: value)
        if value["menu_item_calories"] != nil { builder.ignore("menu_item_calories") }
        builder.add(item, to: section, at: pointer)
    }

    private mutating func sizes(of value: JSONValue, at pointer: String) -> [MenuVariant] {
        var keys = MenuKeys()
        return value.elements(of: "menu_item_sizes", at: pointer).compactMap { size -> MenuVariant? in
            guard let name = MenuBuilder.line(size.value["menu_item_size_name"]?.scalarText),
                let price = size.value["menu_item_size_price"]?.scalarText
            else { return nil }
            return MenuVariant(
                key: keys.key(nil, name: name), name: name,
                priceMinor: builder.price(price, isPlain: true, at: size.pointer))
        }
    }

    /// Reads the options of an item, or of all items of a group.
    ///
    /// - Parameter owner: `item` or `group`, of which the members' names are made.
    private mutating func optionGroups(
        of value: JSONValue, _ owner: String, at pointer: String
    ) -> [String] {
        let prefix = "menu_\(owner)_option"
        return value.elements(of: "\(prefix)s", at: pointer).compactMap { group -> String? in
            let options = group.value.elements(of: "option_items", at: group.pointer).compactMap { option in
                MenuBuilder.line(option.value["\(prefix)_name"]?.scalarText).map { name in
                    MenuOption(
                        key: "", name: name,
                        priceMinor: option.value["\(prefix)_additional_cost"]?.scalarText.map {
                            builder.price($0, isPlain: true, at: option.pointer)
                        } ?? 0, preselected: false)
                }
            }
            guard !options.isEmpty else { return nil }
            return builder.addGroup(
                MenuOptionGroup(
                    key: "",
                    name: MenuBuilder.line(group.value["\(owner)_options_name"]?.scalarText) ?? "Extras",
                    least: group.value["\(prefix)_min_selected"]?.scalarText.flatMap { Int($0) } ?? 0,
                    most: group.value["\(prefix)_max_selected"]?.scalarText.flatMap { Int($0) }
                        .flatMap { $0 > 0 ? $0 : nil },
                    mostOfEach: 1, options: options), at: group.pointer)
        }
    }

    /// Reads the list of allergens. A list with a word that is not an allergen of ours does not state what the item contains.
    private mutating func allergens(of value: JSONValue) -> [Allergen]? {
        guard let text = value["menu_item_allergy_information_allergens"]?.scalarText else { return nil }
        let words = text.lowercased().split { ",;|".contains($0) }.map { word in
            word.split { $0 == " " }.joined(separator: " ")
        }
        let allergens = words.compactMap { Allergen(rawValue: $0) }
        guard allergens.count == words.count else {
            builder.ignore("menu_item_allergy_information_allergens")
            return nil
        }
        return Allergen.allCases.filter(allergens.contains)
    }
}

extension [String] {
    /// The elements without repetitions, in their order.
    fileprivate var unique: [String] {
        var known: Set<String> = []
        return filter { known.insert($0).inserted }
    }
}
