import Foundation
import HTTPKit
import Money
import NoonishAPI
import Restaurants

/// Builds a menu from a file in another format, and remembers where in the file its parts are.
struct MenuBuilder {
    let language: String
    let currency: Currency
    private(set) var sections: [MenuSection] = []
    private(set) var groups: [MenuOptionGroup] = []
    private(set) var faults: [Problem.Fault] = []
    /// Members of the file that menus do not have, with their counts.
    private(set) var ignored: [String: Int] = [:]
    /// Where the sections, items and option groups of the menu are in the file, by pointer.
    private(set) var places: [String: String] = [:]
    /// Whether a limit is exceeded, which is a fault. Then nothing more is added.
    private(set) var isFull = false
    private var items = 0
    /// The indices of sections by name.
    private var sectionsByName: [String: Int] = [:]
    /// The keys of option groups by their content without the key.
    private var groupKeysByContent: [MenuOptionGroup: String] = [:]
    private var sectionKeys = MenuKeys()
    private var itemKeys = MenuKeys()
    private var groupKeys = MenuKeys()

    init(language: String, currency: Currency) {
        self.language = language
        self.currency = currency
    }

    /// Begins a section and returns its index.
    mutating func addSection(_ name: String, description: String? = nil, at place: String) -> Int {
        guard checkRoom(for: sections.count, of: MenuLimits.sections, "sections", at: place) else {
            return max(sections.count - 1, 0)
        }
        sectionsByName[name] = sectionsByName[name] ?? sections.count
        places["/sections/\(sections.count)"] = place
        sections.append(
            MenuSection(
                key: sectionKeys.key(nil, name: name), name: name, description: description, items: []))
        return sections.count - 1
    }

    /// Returns the section of this name, which begins if there is none.
    mutating func section(named name: String, at place: String) -> Int {
        sectionsByName[name] ?? addSection(name, at: place)
    }

    /// Adds an item.
    ///
    /// - Parameters:
    ///   - item: Its key is the id in the source; it may be empty.
    ///   - place: Where it is in the file.
    mutating func add(_ item: MenuItem, to section: Int, at place: String) {
        guard checkRoom(for: items, of: MenuLimits.items, "items", at: place),
            checkRoom(
                for: sections[section].items.count, of: MenuLimits.itemsOfSection, "items in a section",
                at: place)
        else { return }
        items += 1
        var item = item
        item.key = itemKeys.key(item.key.isEmpty ? nil : item.key, name: item.name)
        item.contains = item.contains.map(Set.init).map { set in Allergen.allCases.filter(set.contains) }
        places["/sections/\(section)/items/\(sections[section].items.count)"] = place
        sections[section].items.append(item)
    }

    /// Adds an option group and returns its key. Items with the same options share a group.
    mutating func addGroup(_ group: MenuOptionGroup, at place: String) -> String {
        var group = group
        var keys = MenuKeys()
        for index in group.options.indices {
            group.options[index].key = keys.key(nil, name: group.options[index].name)
        }
        group.key = ""
        if let key = groupKeysByContent[group] { return key }
        guard checkRoom(for: groups.count, of: MenuLimits.optionGroups, "option groups", at: place) else {
            return ""
        }
        let content = group
        group.key = groupKeys.key(nil, name: group.name)
        groupKeysByContent[content] = group.key
        places["/optionGroups/\(groups.count)"] = place
        groups.append(group)
        return group.key
    }

    /// Returns a price in minor units; records a fault and returns 0 if the text is not an amount with the currency's
    /// decimals.
    ///
    /// - Parameter isPlain: Whether programs wrote it, with a full stop before the decimals, and not people of the menu's
    ///   language.
    mutating func price(_ text: String, isPlain: Bool = false, at place: String) -> Int {
        do throws(MoneyInputFault) {
            let locale = Locale(identifier: isPlain ? "en_US" : language)
            return Int(try Money(parsing: text, in: currency, locale: locale).minor)
        } catch {
            refuse(place, "malformed_amount", "The price “\(text)” can’t be read: \(error).")
            return 0
        }
    }

    /// Returns whether one more fits. If not, records a fault and stops adding.
    private mutating func checkRoom(for count: Int, of most: Int, _ name: String, at place: String) -> Bool {
        if count >= most, !isFull { stop(place, "too_many", "A menu has at most \(most) \(name).") }
        return !isFull
    }

    /// Records a fault and adds nothing more.
    mutating func stop(_ place: String, _ code: String, _ detail: String) {
        isFull = true
        refuse(place, code, detail)
    }

    mutating func refuse(_ place: String, _ code: String, _ detail: String) {
        faults.append(Problem.Fault(place, code, detail))
    }

    mutating func ignore(_ member: String) { ignored[member, default: 0] += 1 }

    /// Returns one line of text without HTML tags, entities and repeated spaces; `nil` if nothing is left.
    static func line(_ text: String?) -> String? {
        guard let text else { return nil }
        let words = HTMLEntities.decoded(text.replacing(/<\/?[A-Za-z][^<>]*>/, with: " ")).split {
            character in
            character.isWhitespace
                || character.unicodeScalars.allSatisfy { $0.properties.generalCategory == .control }
        }
        return words.isEmpty ? nil : words.joined(separator: " ")
    }
}
