import GeoSearch
import NoonishAPI
import Yams

/// Reads `config/cuisines.yaml` strictly: what is not understood is an error with its line, never ignored.
struct CuisineFileReader {
    let file: String
    private(set) var entries: [Vocabulary.Entry] = []
    private(set) var cuisines: [RestaurantCuisine] = []
    /// Folded words of each cuisine with its key.
    private(set) var keys: [(words: [String], key: String)] = []

    init(file: String) { self.file = file }

    mutating func read(_ yaml: String) throws {
        let root: Node?
        do {
            root = try compose(yaml: yaml)
        } catch let error as YamlError {
            throw fault(error)
        }
        guard let root, case .mapping(let sections) = root else {
            throw fault(nil, "expected sections such as cuisines")
        }
        let known = ["cuisines", "dishes", "diets", "kinds"]
        for (name, _) in sections where !known.contains(name.string ?? "") {
            throw fault(
                name, "there is no section \(name.string ?? ""); there are \(known.joined(separator: ", "))")
        }
        for (key, words) in try members(of: sections["cuisines"], "cuisines") {
            try readCuisine(text(key), words)
        }
        for (key, words) in try members(of: sections["diets"], "diets") {
            guard let diet = Diet(rawValue: try text(key)) else { throw fault(key, "is no diet") }
            entries.append(.init([.diet(diet)], try languages(words).flatMap(\.words)))
        }
        for (key, words) in try members(of: sections["kinds"], "kinds") {
            guard let kind = PlaceKind(rawValue: try text(key)) else {
                throw fault(key, "is no kind of place")
            }
            entries.append(.init([.kind(kind)], try languages(words).flatMap(\.words)))
        }
        for (key, words) in try members(of: sections["dishes"], "dishes") {
            try readDish(key, words)
        }
    }

    private mutating func readCuisine(_ key: String, _ words: Node) throws {
        let languages = try languages(words)
        let all = languages.flatMap(\.words)
        entries.append(.init([.cuisine(key)], all))
        keys += all.map { (TextFolding.words(of: $0), key) }
        let names = Dictionary(
            uniqueKeysWithValues: languages.compactMap { language in
                language.words.first.map { (language.tag, $0) }
            })
        let name = names["en"] ?? key.replacing("_", with: " ")
        cuisines.append(RestaurantCuisine(id: key, name: name, names: names))
    }

    private mutating func readDish(_ key: Node, _ dish: Node) throws {
        guard case .mapping(let members) = dish, let served = members["cuisines"] else {
            throw fault(dish, "a dish needs the cuisines that serve it")
        }
        let keys = try list(served)
        for cuisine in keys where !cuisines.contains(where: { $0.id == cuisine }) {
            throw fault(served, "\(cuisine) is no key under cuisines")
        }
        let words = try languages(dish, except: "cuisines").flatMap(\.words)
        entries.append(.init(keys.map(Concept.cuisine), words))
    }
}

extension CuisineFileReader {
    private func members(of section: Node?, _ name: String) throws -> [(Node, Node)] {
        guard let section else { return [] }
        guard case .mapping(let mapping) = section else {
            throw fault(section, "\(name) needs keys with words")
        }
        return mapping.map { ($0.key, $0.value) }
    }

    private func languages(_ node: Node, except: String? = nil) throws -> [(tag: String, words: [String])] {
        guard case .mapping(let mapping) = node else {
            throw fault(node, "expected words by language, such as {en: [soup]}")
        }
        return try mapping.compactMap { key, words in
            let tag = try text(key)
            if tag == except { return nil }
            guard (2...3).contains(tag.utf8.count), tag.allSatisfy({ $0.isLetter && $0.isLowercase }) else {
                throw fault(key, "\(tag) is no language tag")
            }
            return (tag, try list(words))
        }
    }

    private func list(_ node: Node) throws -> [String] {
        guard case .sequence(let items) = node, !items.isEmpty else {
            throw fault(node, "expected a list of words, such as [soup, soups]")
        }
        return try items.map { item in
            let word = try text(item)
            guard !TextFolding.words(of: word).isEmpty else { throw fault(item, "\"\(word)\" has no letter") }
            return word
        }
    }

    private func text(_ node: Node) throws -> String {
        guard case .scalar(let scalar) = node, !scalar.string.isEmpty else {
            throw fault(node, "expected a word")
        }
        return scalar.string
    }

    private func fault(_ node: Node?, _ reason: String) -> CuisineFileFault {
        CuisineFileFault(file: file, line: node?.mark?.line, reason: reason)
    }

    private func fault(_ error: YamlError) -> CuisineFileFault {
        switch error {
        case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
            .composer(_, let problem, let mark, _):
            CuisineFileFault(file: file, line: mark.line, reason: problem)
        case .duplicatedKeysInMapping(let duplicates, let context):
            CuisineFileFault(
                file: file, line: context.mark.line,
                reason: "the same key twice: \(duplicates.joined(separator: ", "))")
        default:
            CuisineFileFault(file: file, line: nil, reason: "\(error)")
        }
    }
}
