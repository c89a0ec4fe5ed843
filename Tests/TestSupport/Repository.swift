package import Foundation
package import Mustache
package import Restaurants

/// The checkout that the tests were built from.
package enum Repository {
    package static let folder = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Returns the path of a file of the checkout.
    package static func path(_ file: String) -> String {
        folder.appending(path: file).path(percentEncoded: false)
    }

    /// Reads the templates that the program serves.
    package static func templates() async throws -> MustacheLibrary {
        try await MustacheLibrary(directory: path("Sources/Web/templates"))
    }
}

extension CuisineVocabulary {
    /// Returns the vocabulary that the program is shipped with.
    package static func shipped() throws -> CuisineVocabulary { try read.get() }

    /// Read once, as the file has a hundred kilobytes.
    private static let read = Result { try CuisineVocabulary(file: Repository.path("config/cuisines.yaml")) }
}
