import GeoSearch

extension PlaceMatch {
    /// Why a text found a place whose name does not say it, in a line for people; nil where it does.
    ///
    /// - Parameter name: of a cuisine in the reader's language.
    func reason(_ name: (String) -> String) -> String? {
        switch (field, tier) {
        case (.name, .exact), (.name, .prefix): nil
        case (.name, .synonym): "The name says it in other words"
        case (.name, _): "Spelled nearly so"
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
