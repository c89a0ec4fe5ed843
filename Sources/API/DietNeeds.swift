public import JSON

/// What somebody does not eat; shown to nobody else.
public struct DietNeeds: Hashable, Sendable, JSONCodable {
    public var diets: [PersonalDiet]
    public var allergies: [Allergen]
    /// In their own words.
    public var note: String?

    public init(diets: [PersonalDiet], allergies: [Allergen], note: String?) {
        self.diets = diets
        self.allergies = allergies
        self.note = note
    }

    public var isEmpty: Bool { diets.isEmpty && allergies.isEmpty && note == nil }

    public func encode(to writer: inout JSONWriter) {
        writer.object {
            $0.field("diets", diets)
            $0.field("allergies", allergies)
            $0.field("note", note)
        }
    }

    public init(from reader: inout JSONReader) throws(JSONFault) {
        let read = try reader.members()
        try self.init(
            diets: read("diets"), allergies: read("allergies"), note: read.optional("note"))
    }
}

/// How somebody eats; what a restaurant's diets are asked for.
public enum PersonalDiet: String, Hashable, Sendable, CaseIterable, JSONCodable {
    case vegan, vegetarian, pescetarian
    case glutenFree = "gluten_free"
    case lactoseFree = "lactose_free"
    case halal, kosher
}

/// What makes somebody ill: the fourteen that kitchens in the European Union have to name.
///
/// - Source: Regulation (EU) No 1169/2011, Annex II.
public enum Allergen: String, Hashable, Sendable, CaseIterable, JSONCodable {
    case gluten, crustaceans, eggs, fish, peanuts, soybeans, milk, nuts, celery, mustard, sesame, sulphites
    case lupin, molluscs
}
