public import JSON

/// A person's dietary needs. No other member can see them.
@JSONObject
public struct DietNeeds: WireValue {
    public var diets: [PersonalDiet]
    public var allergies: [Allergen]
    /// Further needs in free text.
    public var note: String?

    public var isEmpty: Bool { diets.isEmpty && allergies.isEmpty && note == nil }
}

/// A diet that a person follows; searches match it with the diets of restaurants.
public enum PersonalDiet: String, CaseIterable, WireValue {
    case vegan, vegetarian, pescetarian
    case glutenFree = "gluten_free"
    case lactoseFree = "lactose_free"
    case halal, kosher
}

/// An allergen: one of the fourteen that restaurants in the European Union must declare.
///
/// - Source: Regulation (EU) No 1169/2011, Annex II.
public enum Allergen: String, CaseIterable, WireValue {
    case gluten, crustaceans, eggs, fish, peanuts, soybeans, milk, nuts, celery, mustard, sesame, sulphites
    case lupin, molluscs
}
