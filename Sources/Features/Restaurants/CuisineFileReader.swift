import GeoSearch
import NoonishAPI
import Yams

/// Reads `config/cuisines.yaml` strictly: unknown content is an error with its line and key and is never
/// ignored.
struct CuisineFileReader {
    /// The names and search words of one entry.
    struct Words {
        /// Words by language, in the order of the file. The first word of a language is the name.
        var languages: [(tag: String, words: [String])] = []
        /// Words of a kind that are common in names; see ``Vocabulary``.
        var weak: [String] = []
        /// Other values of OpenStreetMap's tag that mean this entry.
        var tags: [String] = []

        var all: [String] { languages.flatMap(\.words) }

        /// The first word of each language.
        var names: [String: String] {
            Dictionary(
                languages.compactMap { language in language.words.first.map { (language.tag, $0) } },
                uniquingKeysWith: { first, _ in first })
        }
    }

    let file: String
    private(set) var entries: [Vocabulary.Entry] = []
    private(set) var cuisines: [RestaurantCuisine] = []
    private(set) var dishes: [CuisineVocabulary.Dish] = []
    private(set) var filters: [(filter: SearchFilter, words: [String])] = []
    /// Maps folded words to the cuisine, diet or kind that they mean as a value of the tag. The first entry
    /// wins.
    private(set) var keys: [[String]: String] = [:]
    private var cuisineWords: [String: Words] = [:]
    /// The words of all texts of the file.
    let folded = FoldedWords()

    init(file: String) { self.file = file }

    mutating func read(_ yaml: String) throws {
        let root: Node?
        do {
            root = try compose(yaml: yaml, .basic)
        } catch let error as YamlError {
            throw CuisineFileFault(error, file: file)
        }
        let document = CuisineFileNode(root, file: file, path: [], folded: folded)
        let known = ["cuisines", "dishes", "diets", "kinds", "filters"]
        var sections: [String: CuisineFileNode] = [:]
        for (name, section) in try document.members("sections such as cuisines") {
            guard known.contains(name) else {
                throw section.fault("unknown section; the sections are \(known.joined(separator: ", "))")
            }
            sections[name] = section
        }
        for (key, node) in try sections["cuisines"]?.members("cuisines with words") ?? [] {
            try readCuisine(key, node)
        }
        for (key, node) in try sections["diets"]?.members("diets with words") ?? [] {
            guard let diet = Diet(rawValue: key) else { throw node.fault("is not a known diet") }
            try read(.diet(diet), key, node)
        }
        for (key, node) in try sections["kinds"]?.members("kinds with words") ?? [] {
            guard let kind = PlaceKind(rawValue: key) else {
                throw node.fault("is not a known kind of place")
            }
            try read(.kind(kind), key, node)
        }
        for (key, node) in try sections["dishes"]?.members("dishes with words") ?? [] {
            try readDish(key, node)
        }
        for (key, node) in try sections["filters"]?.members("filters with words") ?? [] {
            filters.append(try node.filter(key))
        }
    }

    func words(ofCuisine key: String) -> [String] { cuisineWords[key]?.all ?? [] }

    private mutating func readCuisine(_ key: String, _ node: CuisineFileNode) throws {
        guard key.utf8.allSatisfy({ $0.isKeyByte }) else {
            throw node.fault("a key has small letters, digits, _ and - alone")
        }
        let words = try read(.cuisine(key), key, node)
        cuisineWords[key] = words
        let names = words.names
        cuisines.append(
            RestaurantCuisine(id: key, name: names["en"] ?? key.replacing("_", with: " "), names: names))
    }

    @discardableResult
    private mutating func read(_ concept: Concept, _ key: String, _ node: CuisineFileNode) throws -> Words {
        let words = try node.words()
        guard !words.languages.isEmpty else { throw node.fault("has no words") }
        entries.append(.init([concept], words.all))
        if !words.weak.isEmpty {
            guard case .kind = concept else { throw node.fault("only kinds have weak words") }
            entries.append(.init([concept], words.weak, isWeak: true))
        }
        let own = TextFolding.words(of: key)
        if case .cuisine = concept { keys[own] = key } else { keys[own] = keys[own] ?? key }
        for word in words.all + words.weak {
            let phrase = folded.words(of: word)
            keys[phrase] = keys[phrase] ?? key
        }
        for tag in words.tags {
            let phrase = folded.words(of: tag)
            if let other = keys[phrase], other != key { throw node.fault("\(tag) means \(other) already") }
            keys[phrase] = key
        }
        return words
    }

    private mutating func readDish(_ key: String, _ node: CuisineFileNode) throws {
        var (served, words) = try node.dish()
        for cuisine in served where cuisineWords[cuisine] == nil {
            throw node.fault("\(cuisine) is no key under cuisines")
        }
        if let cuisine = cuisineWords[key] {
            guard words.languages.isEmpty else { throw node.fault("has its words under cuisines") }
            words = cuisine
            served.insert(key, at: 0)
        }
        guard !words.languages.isEmpty else { throw node.fault("has no words") }
        guard words.weak.isEmpty else { throw node.fault("only kinds have weak words") }
        entries.append(.init(served.map(Concept.cuisine), words.all))
        dishes.append(.init(id: key, names: words.names, words: words.all, cuisines: served))
    }
}

extension UInt8 {
    fileprivate var isKeyByte: Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self)
            || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self)
            || self == UInt8(ascii: "_") || self == UInt8(ascii: "-")
    }
}
