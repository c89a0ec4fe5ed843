internal import Foundation

/// Every sentence of the program in every language, read and compared once.
package struct Catalogue: Sendable {
    /// What one file has.
    struct Entry: Sendable {
        let text: String
        let message: Message
    }

    /// The language that is spoken where no other is asked for.
    package static let fallback = "en"

    private let languages: [String: [String: Entry]]
    private let messages: [String: [String: Message]]

    /// The languages there are, in the order of their tags.
    package var tags: [String] { languages.keys.sorted() }

    /// Every key.
    package var keys: [String] { languages[Self.fallback, default: [:]].keys.sorted() }

    /// - Parameter files: The text of each file by its language's tag.
    /// - Throws: ``CatalogueFaults``: messages that cannot be read, keys that a language lacks or has alone, arguments that
    ///   differ between languages, forms of plurals that are missing.
    package init(files: [String: String]) throws {
        var faults: [CatalogueFault] = []
        var languages: [String: [String: Entry]] = [:]
        for (tag, text) in files.sorted(by: { $0.key < $1.key }) {
            var reader = CatalogueReader(tag: tag)
            reader.read(text)
            faults += reader.faults
            languages[tag] = reader.entries
        }
        if let first = languages[Self.fallback] {
            for (tag, entries) in languages.sorted(by: { $0.key < $1.key })
            where tag != Self.fallback && !entries.isEmpty {
                faults += CatalogueComparison(of: entries, in: tag, with: first).faults
            }
        } else {
            faults.append(CatalogueFault(file: "\(Self.fallback).yaml", "this language has no file"))
        }
        guard faults.isEmpty else { throw CatalogueFaults(faults: faults) }
        self.languages = languages
        messages = languages.mapValues { $0.mapValues(\.message) }
    }

    /// The first language that is there of those wanted, best first; English if none is.
    ///
    /// - Source: RFC 4647, section 3.4, "Lookup".
    package func language(for wanted: [String]) -> Language {
        for tag in wanted {
            var subtags = tag.lowercased().split(whereSeparator: { "-_".contains($0) })
            while !subtags.isEmpty {
                let candidate = subtags.joined(separator: "-")
                if let messages = messages[candidate] {
                    return Language(
                        tag: candidate, locale: Self.locale(tag, of: candidate), messages: messages)
                }
                subtags.removeLast()
                if subtags.last?.count == 1 { subtags.removeLast() }
            }
        }
        return Language(
            tag: Self.fallback, locale: Self.locale(Self.fallback, of: Self.fallback),
            messages: messages[Self.fallback, default: [:]])
    }

    /// The first locale that an `Accept-Language` names whose language is there.
    package func locale(asked header: String) -> String? {
        LanguageRanges.read(header).first { tag in
            let found = language(for: [tag]).tag
            return tag.lowercased().split(separator: "-").first.map(String.init) == found
        }
    }

    /// The language of a person, by what they chose, else by what their request asked for.
    package func language(of person: String?, asked header: String? = nil) -> Language {
        language(for: [person].compactMap { $0 } + LanguageRanges.read(header ?? ""))
    }

    /// The messages below `section`, as they are written, by the rest of their keys.
    package func texts(of tag: String, below section: String) -> [(key: String, text: String)] {
        let prefix = section + "."
        return languages[tag, default: [:]].filter { $0.key.hasPrefix(prefix) }
            .map { (String($0.key.dropFirst(prefix.count)), $0.value.text) }
            .sorted { $0.0 < $1.0 }
    }

    /// English without a region is written as in Britain: day before month, and hours up to 24.
    private static func locale(_ wanted: String, of tag: String) -> Locale {
        Locale(identifier: wanted.lowercased() == "en" ? "en-GB" : wanted)
    }
}

/// What is wrong with a catalogue, and where.
package struct CatalogueFault: Hashable, Sendable, CustomStringConvertible {
    package let description: String

    init(file: String, line: Int? = nil, key: String? = nil, _ sentence: String) {
        let place = line.map { "\(file):\($0)" } ?? file
        description = "\(place): \(key.map { "\($0): " } ?? "")\(sentence)"
    }
}

/// Everything that is wrong with a catalogue.
package struct CatalogueFaults: Error, CustomStringConvertible {
    package let faults: [CatalogueFault]

    package var description: String { faults.map(\.description).joined(separator: "\n") }
}
