/// The texts and concepts by which a place is found, in displayable form.
enum PlaceTerms {
    static func concepts(of place: Place) -> [Concept] {
        place.cuisines.map(Concept.cuisine) + place.diets.served.map(Concept.diet)
            + (place.kind.map { [.kind($0)] } ?? [])
    }

    /// Returns the texts in which words are searched, in the order in which a match is reported. Keys are
    /// texts too: `fish_and_chips` has three words.
    static func fields(of place: Place) -> [(field: PlaceMatch.Field, text: String)] {
        var fields: [(PlaceMatch.Field, String)] = [(.name, place.name)]
        fields += place.otherNames.map { (.otherName, $0) }
        fields += place.transliterations.map { (.transliteration, $0) }
        if let brand = place.brand { fields.append((.brand, brand)) }
        fields += place.dishes.map { (.dish, $0) }
        fields += place.cuisines.map { (.cuisine, $0) }
        fields += place.diets.served.map { (.diet, $0.rawValue) }
        if let kind = place.kind { fields.append((.kind, kind.rawValue)) }
        fields += place.areas.map { (.area, $0) }
        return fields
    }
}
