import Foundation
import Yams

/// Parses one file of a catalogue: nested mappings whose leaves are messages. A message's key is the path of
/// names to its leaf, separated by dots.
struct CatalogueParser {
    let tag: String
    private(set) var entries: [String: Catalogue.Entry] = [:]
    private(set) var faults: [CatalogueFault] = []

    init(tag: String) { self.tag = tag }

    private var file: String { "\(tag).yaml" }

    mutating func read(_ yaml: String) {
        guard PluralRules.languages.contains(tag) else {
            faults.append(CatalogueFault(file: file, "the plural rules of this language are unknown"))
            return
        }
        do {
            guard let root = try compose(yaml: yaml, .basic) else {
                faults.append(CatalogueFault(file: file, "the file is empty"))
                return
            }
            read(root, key: "")
        } catch {
            faults.append(CatalogueFault(file: file, "\(error)"))
        }
    }

    private mutating func read(_ node: Node, key: String) {
        switch node {
        case .mapping(let members):
            for (name, value) in members {
                guard let name = name.string, !name.isEmpty else {
                    fault(node, key, "a key is not a non-empty string")
                    continue
                }
                read(value, key: key.isEmpty ? name : "\(key).\(name)")
            }
        case .scalar(let scalar): read(scalar.string, node, key: key)
        case .sequence, .alias: fault(node, key, "expected a message or names with messages")
        }
    }

    private mutating func read(_ text: String, _ node: Node, key: String) {
        do throws(MessageFault) {
            let message = try MessageParser.read(text)
            for plural in message.plurals { check(plural, node, key: key) }
            entries[key] = Catalogue.Entry(text: text, message: message)
        } catch {
            fault(node, key, error.sentence)
        }
    }

    /// Checks that a plural has exactly the categories of the language. An exact number covers a category
    /// that contains no other number.
    private mutating func check(_ plural: Message.Plural, _ node: Node, key: String) {
        let needed = PluralRules.categories(plural.kind, in: tag)
        let exact: [PluralRules.Category: Int] = tag == "ar" ? [.zero: 0, .one: 1, .two: 2] : [.one: 1]
        for category in PluralRules.Category.allCases where needed.contains(category) {
            let isCovered =
                plural.kind == .cardinal && exact[category].map { plural.exact[$0] != nil } ?? false
            if plural.categories[category] == nil, !isCovered {
                fault(node, key, "the plural lacks the form \(category.rawValue)")
            }
        }
        for category in plural.categories.keys where !needed.contains(category) {
            fault(node, key, "the language has no plural form \(category.rawValue)")
        }
    }

    private mutating func fault(_ node: Node, _ key: String, _ sentence: String) {
        faults.append(CatalogueFault(file: file, line: node.mark?.line, key: key, sentence))
    }
}

/// The differences between one language and the reference language.
struct CatalogueComparison {
    let faults: [CatalogueFault]

    init(of entries: [String: Catalogue.Entry], in tag: String, with first: [String: Catalogue.Entry]) {
        let file = "\(tag).yaml"
        var faults: [CatalogueFault] = []
        for key in first.keys.sorted() where entries[key] == nil {
            faults.append(CatalogueFault(file: file, key: key, "this message is missing"))
        }
        for (key, entry) in entries.sorted(by: { $0.key < $1.key }) {
            guard let original = first[key]?.message.arguments else {
                faults.append(
                    CatalogueFault(file: file, key: key, "the reference language does not have this message"))
                continue
            }
            let own = entry.message.arguments
            for name in Set(original.keys).symmetricDifference(own.keys).sorted() {
                faults.append(
                    CatalogueFault(
                        file: file, key: key,
                        own[name] == nil ? "{\(name)} is missing" : "unexpected argument {\(name)}"))
            }
            for (name, use) in own.sorted(by: { $0.key < $1.key }) {
                guard let other = original[name], other != use, other != .plain, use != .plain else {
                    continue
                }
                faults.append(
                    CatalogueFault(
                        file: file, key: key, "{\(name)} has a different type in the reference language"))
            }
        }
        self.faults = faults
    }
}
