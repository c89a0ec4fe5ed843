import Foundation
package import GeoSearch
import NoonishAPI

/// The vocabulary of `config/cuisines.yaml`: search words, and the names of cuisines in several languages.
package struct CuisineVocabulary: Sendable {
    /// A dish that is not a cuisine by itself.
    struct Dish: Hashable, Sendable {
        let id: String
        /// Names by language.
        let names: [String: String]
        /// Words in every language.
        let words: [String]
        /// Keys of the cuisines that serve the dish.
        let cuisines: [String]
    }

    package let vocabulary: Vocabulary
    /// Every cuisine with its names, in the order of the file.
    let cuisines: [RestaurantCuisine]
    let dishes: [Dish]
    /// The words that stand for filters.
    let filters: FilterVocabulary
    /// The words that complete a text while it is typed.
    let completionTable: CompletionTable
    /// Names of cuisines by key, for ``name(of:_:)``.
    private let names: [String: [String: String]]
    /// Maps folded words to the cuisine, diet or kind that they mean as a value of OpenStreetMap's `cuisine`.
    private let keys: [[String]: String]

    /// Reads the vocabulary from a file.
    ///
    /// - Throws: ``CuisineFileFault`` with the file, line and key.
    package init(file path: String) throws {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw CuisineFileFault(file: path, line: nil, key: nil, reason: "cannot be read")
        }
        try self.init(yaml: String(decoding: data, as: UTF8.self), file: path)
    }

    /// Reads the vocabulary from text.
    ///
    /// - Parameter file: The file name for errors.
    package init(yaml: String, file: String) throws {
        var reader = CuisineFileReader(file: file)
        try reader.read(yaml)
        vocabulary = Vocabulary(reader.entries, folded: reader.folded)
        cuisines = reader.cuisines
        dishes = reader.dishes
        keys = reader.keys
        filters = FilterVocabulary(
            reader.filters, others: reader.entries.lazy.flatMap(\.phrases), folded: reader.folded)
        names = Dictionary(reader.cuisines.map { ($0.id, $0.names) }, uniquingKeysWith: { first, _ in first })
        let cuisineKeys = Set(reader.cuisines.map(\.id))
        // A dish that is also a cuisine is suggested as the cuisine.
        completionTable = CompletionTable(
            reader.cuisines.flatMap { cuisine in
                (reader.words(ofCuisine: cuisine.id)).map { .init(meaning: .cuisine(cuisine), word: $0) }
            }
                + reader.dishes.filter { !cuisineKeys.contains($0.id) }.flatMap { dish in
                    dish.words.map { .init(meaning: .dish(dish), word: $0) }
                }, folded: reader.folded)
    }

    /// Returns the cuisine's name in the first of `languages` that has one, else in English. For an unknown
    /// key, returns the key with spaces for underscores.
    func name(of key: String, _ languages: [String]) -> String {
        guard let names = names[key] else { return key.spaced }
        return (languages + ["en"]).lazy.compactMap { names[$0] }.first ?? key.spaced
    }

    /// Returns the key of the cuisine, diet or kind that `text` names: by its key, by a word of any language
    /// or by another value of the tag. Returns `nil` for unknown text.
    package func key(of text: String) -> String? { keys[TextFolding.words(of: text)] }
}
