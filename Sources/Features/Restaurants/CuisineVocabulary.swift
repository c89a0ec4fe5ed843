import Foundation
import GeoSearch
import NoonishAPI

/// The words of `config/cuisines.yaml`: what searching understands, and the names of cuisines in people's languages.
package struct CuisineVocabulary: Sendable {
    /// Something to eat that is no cuisine by itself.
    struct Dish: Hashable, Sendable {
        let id: String
        /// By language.
        let names: [String: String]
        /// In every language.
        let words: [String]
        /// Keys of the cuisines that serve it.
        let cuisines: [String]
    }

    let vocabulary: Vocabulary
    /// Every cuisine with its names, by key.
    let cuisines: [RestaurantCuisine]
    let dishes: [Dish]
    /// What words somebody may be typing.
    let completionTable: CompletionTable
    /// Names of cuisines by key, for ``name(of:_:)``.
    private let names: [String: [String: String]]
    /// Folded words to the cuisine, diet or kind that they mean as a value of OpenStreetMap's `cuisine`.
    private let keys: [[String]: String]

    /// - Throws: ``CuisineFileFault`` that names the file, the line and the key.
    package init(file path: String) throws {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw CuisineFileFault(file: path, line: nil, key: nil, reason: "cannot be read")
        }
        try self.init(yaml: String(decoding: data, as: UTF8.self), file: path)
    }

    /// - Parameter file: what errors call it.
    package init(yaml: String, file: String) throws {
        var reader = CuisineFileReader(file: file)
        try reader.read(yaml)
        vocabulary = Vocabulary(reader.entries)
        cuisines = reader.cuisines
        dishes = reader.dishes
        keys = reader.keys
        names = Dictionary(reader.cuisines.map { ($0.id, $0.names) }, uniquingKeysWith: { first, _ in first })
        let cuisineKeys = Set(reader.cuisines.map(\.id))
        // A dish that is a cuisine too is suggested as that.
        completionTable = CompletionTable(
            reader.cuisines.flatMap { cuisine in
                (reader.words(ofCuisine: cuisine.id)).map { .init(meaning: .cuisine(cuisine), word: $0) }
            }
                + reader.dishes.filter { !cuisineKeys.contains($0.id) }.flatMap { dish in
                    dish.words.map { .init(meaning: .dish(dish), word: $0) }
                })
    }

    /// The cuisine's name in the first of the languages that has one, else in English; for a key that is none, itself.
    func name(of key: String, _ languages: [String]) -> String {
        guard let names = names[key] else { return key.spaced }
        return (languages + ["en"]).lazy.compactMap { names[$0] }.first ?? key.spaced
    }

    /// The key of the cuisine, diet or kind that `text` names by its key, a word of any language or another value of
    /// the tag; nil if there is none.
    package func key(of text: String) -> String? { keys[TextFolding.words(of: text)] }
}
