import Foundation

/// The messages of the program in all languages, parsed and validated once.
package struct Catalogue: Sendable {
    /// One message of a file: its source text and its parsed form.
    struct Entry: Sendable {
        let text: String
        let message: Message
    }

    /// The language to use if none of the requested ones is available.
    package static let fallback = "en"

    private let languages: [String: [String: Entry]]
    private let messages: [String: [String: Message]]

    /// The tags of the available languages, sorted.
    package var tags: [String] { languages.keys.sorted() }

    /// The keys of all messages, sorted.
    package var keys: [String] { languages[Self.fallback, default: [:]].keys.sorted() }

    /// Parses and validates the catalogue.
    ///
    /// - Parameter files: The content of each file by the tag of its language.
    /// - Throws: ``CatalogueFaults``: malformed messages, keys that are missing in a language or exist in
    ///   only one, arguments that differ between languages, missing plural forms.
    package init(files: [String: String]) throws {
        var faults: [CatalogueFault] = []
        var languages: [String: [String: Entry]] = [:]
        for (tag, text) in files.sorted(by: { $0.key < $1.key }) {
            var reader = CatalogueParser(tag: tag)
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

    /// Returns the first available language among those requested, best first; English if none is available.
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

    /// Returns the first locale in an `Accept-Language` field whose language is available.
    package func locale(asked header: String) -> String? {
        LanguageRanges.read(header).first { tag in
            let found = language(for: [tag]).tag
            return tag.lowercased().split(separator: "-").first.map(String.init) == found
        }
    }

    /// Returns the language for a person: by their setting, else by the request's `Accept-Language`.
    package func language(of person: String?, asked header: String? = nil) -> Language {
        language(for: [person].compactMap { $0 } + LanguageRanges.read(header ?? ""))
    }

    /// Returns the source texts of the messages below `section`, each with the rest of its key.
    package func texts(of tag: String, below section: String) -> [(key: String, text: String)] {
        let prefix = section + "."
        return languages[tag, default: [:]].filter { $0.key.hasPrefix(prefix) }
            .map { (String($0.key.dropFirst(prefix.count)), $0.value.text) }
            .sorted { $0.0 < $1.0 }
    }

    /// Returns the locale for a requested tag. English without a region is formatted as British: day before
    /// month, and 24-hour time.
    private static func locale(_ wanted: String, of tag: String) -> Locale {
        Locale(identifier: wanted.lowercased() == "en" ? "en-GB" : wanted)
    }
}

/// An error in a catalogue and its location.
package struct CatalogueFault: Hashable, Sendable, CustomStringConvertible {
    package let description: String

    init(file: String, line: Int? = nil, key: String? = nil, _ sentence: String) {
        let place = line.map { "\(file):\($0)" } ?? file
        description = "\(place): \(key.map { "\($0): " } ?? "")\(sentence)"
    }
}

/// All errors of a catalogue.
package struct CatalogueFaults: Error, CustomStringConvertible {
    package let faults: [CatalogueFault]

    package var description: String { faults.map(\.description).joined(separator: "\n") }
}
