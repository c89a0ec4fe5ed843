import GeoSearch

extension PlaceMatch {
    /// Returns a line that explains why a place matches a text that is not in its name; `nil` when the name
    /// itself matches.
    ///
    /// - Parameter name: Returns the name of a cuisine in the caller's language.
    func reason(_ name: (String) -> String) -> String? {
        switch (field, tier) {
        case (.name, .exact), (.name, .prefix): nil
        case (.name, .synonym): "Similar word in the name"
        case (.name, _): "Similar spelling"
        case (.otherName, _): "Also called \(text)"
        case (.transliteration, _): "In Latin letters: \(text)"
        case (.brand, _): "Part of \(text)"
        case (.dish, _): "Serves \(text)"
        case (.cuisine, _): "Cuisine: \(name(text))"
        case (.diet, _): "Serves \(text.replacing("_", with: " ")) food"
        case (.kind, _): "Kind: \(text.replacing("_", with: " "))"
        case (.area, _): "In \(text)"
        }
    }
}
