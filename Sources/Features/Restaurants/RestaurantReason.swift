import GeoSearch

extension PlaceMatch {
    /// Returns the match in the place's own words. A transliteration is only searched, never shown: the name that it
    /// stands for takes its place.
    func inOwnWords(of place: Place) -> PlaceMatch {
        guard field == .transliteration else { return self }
        let names = ([place.name] + place.otherNames).filter(Transliteration.isNeeded)
        let original =
            names.count == 1 ? names[0] : Transliteration.latin(names).first { $0.value == text }?.key
        return PlaceMatch(field: field, text: original ?? place.name, tier: tier)
    }

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
        case (.transliteration, _): "Name in another script: \(text)"
        case (.brand, _): "Part of \(text)"
        case (.dish, _): "Serves \(text)"
        case (.cuisine, _): "Cuisine: \(name(text))"
        case (.diet, _): "Serves \(text.replacing("_", with: " ")) food"
        case (.kind, _): "Kind: \(text.replacing("_", with: " "))"
        case (.area, _): "In \(text)"
        }
    }
}
