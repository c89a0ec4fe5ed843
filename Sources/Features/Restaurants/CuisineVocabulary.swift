import Foundation
import GeoSearch
import NoonishAPI
import Yams

/// The words of `config/cuisines.yaml`: what searching understands, and the names of cuisines in people's languages.
package struct CuisineVocabulary: Sendable {
    let vocabulary: Vocabulary
    /// Every cuisine with its names, by key.
    let cuisines: [RestaurantCuisine]
    /// Folded words of a cuisine to its key.
    private let keys: [[String]: String]

    /// - Throws: ``CuisineFileFault`` that names the file and the line.
    package init(file path: String) throws {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw CuisineFileFault(file: path, line: nil, reason: "cannot be read")
        }
        try self.init(yaml: String(decoding: data, as: UTF8.self), file: path)
    }

    /// - Parameter file: what errors call it.
    package init(yaml: String, file: String) throws {
        var reader = CuisineFileReader(file: file)
        try reader.read(yaml)
        vocabulary = Vocabulary(reader.entries)
        cuisines = reader.cuisines
        var keys: [[String]: String] = [:]
        for (words, key) in reader.keys.reversed() { keys[words] = key }
        for cuisine in reader.cuisines { keys[TextFolding.words(of: cuisine.id)] = cuisine.id }
        self.keys = keys
    }

    /// The key of the cuisine that `text` names by its key or a word of any language; nil if there is none.
    package func key(of text: String) -> String? { keys[TextFolding.words(of: text)] }
}

/// Why the vocabulary cannot be used.
package struct CuisineFileFault: Error, Hashable, CustomStringConvertible {
    let file: String
    let line: Int?
    let reason: String

    package var description: String { "\(file)\(line.map { ":\($0)" } ?? ""): \(reason)" }
}
