import GeoSearch
import Initializers
import Yams

/// A node of `config/cuisines.yaml` with its position in the file, so that every error can name it.
@MemberwiseInit(unlabeled: 1)
struct CuisineFileNode {
    private let node: Node?
    private let file: String
    /// Keys from the root down, such as `cuisines`, `pizza`, `en`.
    private let path: [String]
    private let folded: FoldedWords

    /// Returns the members of the mapping, in the order of the file.
    ///
    /// - Parameter expected: Completes the error message "expected …".
    func members(_ expected: String) throws(CuisineFileFault) -> [(key: String, node: CuisineFileNode)] {
        guard case .mapping(let mapping) = node else { throw fault("expected \(expected)") }
        var members: [(key: String, node: CuisineFileNode)] = []
        for (key, value) in mapping {
            guard case .scalar(let scalar) = key, !scalar.string.isEmpty else {
                throw fault("expected a word for a key")
            }
            let member = CuisineFileNode(
                value, file: file, path: path + [scalar.string], folded: folded)
            members.append((scalar.string, member))
        }
        return members
    }

    /// Reads an entry: words by language, and `weak` and `tags`.
    func words() throws(CuisineFileFault) -> CuisineFileReader.Words {
        var words = CuisineFileReader.Words()
        for (key, node) in try members("words by language, such as {en: [soup]}") {
            try node.read(key, into: &words)
        }
        return words
    }

    /// Reads a dish: the cuisines that serve it, and its words.
    func dish() throws(CuisineFileFault) -> (cuisines: [String], words: CuisineFileReader.Words) {
        var words = CuisineFileReader.Words()
        var cuisines: [String] = []
        for (key, node) in try members("the cuisines that serve it, and words by language") {
            if key == "cuisines" { cuisines = try node.texts() } else { try node.read(key, into: &words) }
        }
        guard !cuisines.isEmpty else { throw fault("a dish needs the cuisines that serve it") }
        return (cuisines, words)
    }

    /// Reads a filter: what it leaves, and its words.
    func filter(_ id: String) throws(CuisineFileFault) -> (filter: SearchFilter, words: [String]) {
        var words = CuisineFileReader.Words()
        var filter = SearchFilter(id: id)
        for (key, node) in try members("what it leaves, and words by language") {
            switch key {
            case "open":
                guard node.scalar == "true" else { throw node.fault("expected true") }
                filter.isOpen = true
            case "prices":
                let prices = try node.texts().map { Int($0) ?? 0 }
                guard prices.allSatisfy((1...4).contains) else { throw node.fault("expected prices, 1 to 4") }
                filter.prices = Set(prices)
            case "hours":
                guard let hours = node.scalar.flatMap(DayHours.init) else {
                    throw node.fault("expected a time of day, such as \"11:30-14:00\"")
                }
                filter.hours = hours
            default: try node.read(key, into: &words)
            }
        }
        guard !words.languages.isEmpty else { throw fault("has no words") }
        return (filter, words.all)
    }

    private var scalar: String? {
        if case .scalar(let scalar) = node { scalar.string } else { nil }
    }

    func fault(_ reason: String) -> CuisineFileFault {
        CuisineFileFault(
            file: file, line: node?.mark?.line, key: path.isEmpty ? nil : path.joined(separator: "."),
            reason: reason)
    }

    private func read(_ key: String, into words: inout CuisineFileReader.Words) throws(CuisineFileFault) {
        if key == "tags" {
            words.tags = try texts()
            return
        }
        if key == "weak" {
            words.weak = try texts()
            return
        }
        guard (2...3).contains(key.utf8.count), key.utf8.allSatisfy({ (0x61...0x7A).contains($0) }) else {
            throw fault("\(key) is not a language tag")
        }
        words.languages.append((key, try texts()))
    }

    private func texts() throws(CuisineFileFault) -> [String] {
        guard case .sequence(let items) = node, !items.isEmpty else {
            throw fault("expected a list of words, such as [soup, soups]")
        }
        var texts: [String] = []
        for item in items {
            let item = CuisineFileNode(item, file: file, path: path, folded: folded)
            guard case .scalar(let scalar) = item.node, !scalar.string.isEmpty else {
                throw item.fault("expected a word")
            }
            let text = scalar.string
            guard !folded.words(of: text).isEmpty else { throw item.fault("\"\(text)\" has no letter") }
            guard !texts.contains(text) else { throw item.fault("duplicate word \(text)") }
            texts.append(text)
        }
        return texts
    }
}

/// The error for an invalid vocabulary file.
package struct CuisineFileFault: Error, Hashable, CustomStringConvertible {
    let file: String
    let line: Int?
    /// The position in the file, such as `cuisines.pizza.en`; `nil` for the file as a whole.
    let key: String?
    let reason: String

    package var description: String {
        "\(file)\(line.map { ":\($0)" } ?? ""): \(key.map { "\($0): " } ?? "")\(reason)"
    }
}

extension CuisineFileFault {
    init(_ error: YamlError, file: String) {
        switch error {
        case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
            .composer(_, let problem, let mark, _):
            self.init(file: file, line: mark.line, key: nil, reason: problem)
        case .duplicatedKeysInMapping(let duplicates, let context):
            self.init(
                file: file, line: context.mark.line, key: duplicates.first,
                reason: "duplicate key")
        default:
            self.init(file: file, line: nil, key: nil, reason: "\(error)")
        }
    }
}
