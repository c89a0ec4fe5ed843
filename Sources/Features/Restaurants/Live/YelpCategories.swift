import GeoSearch

/// Maps our cuisines and diets to Yelp's categories.
///
/// - Source: docs.developer.yelp.com, "All Categories": aliases under Restaurants and Food.
enum YelpCategories {
    /// The categories of a search without cuisine or diet.
    static let any = "restaurants,cafes,bars,bakeries,icecream"

    static func alias(of diet: Diet) -> String? {
        switch diet {
        case .vegan: "vegan"
        case .vegetarian: "vegetarian"
        case .glutenFree: "gluten_free"
        case .halal: "halal"
        case .kosher: "kosher"
        case .lactoseFree, .pescetarian: nil
        }
    }

    static let ofCuisines: [String: String] = [
        "afghan": "afghani", "african": "african", "american": "newamerican", "arab": "arabian",
        "argentinian": "argentine", "armenian": "armenian", "asian": "asianfusion",
        "australian": "australian",
        "austrian": "austrian", "bagel": "bagels", "bangladeshi": "bangladeshi", "barbecue": "bbq",
        "basque": "basque", "bavarian": "bavarian", "belgian": "belgian", "bistro": "bistros",
        "brasserie": "brasseries", "brazilian": "brazilian", "breakfast": "breakfast_brunch",
        "british": "british", "brunch": "breakfast_brunch", "bubble_tea": "bubbletea", "buffet": "buffets",
        "bulgarian": "bulgarian", "burger": "burgers", "burmese": "burmese", "cajun": "cajun",
        "cambodian": "cambodian", "cantonese": "cantonese", "caribbean": "caribbean", "catalan": "catalan",
        "chicken": "chickenshop", "chinese": "chinese", "chocolate": "chocolate", "coffee_shop": "coffee",
        "crepe": "creperies", "cuban": "cuban", "czech": "czech", "danish": "danish", "deli": "delis",
        "dessert": "desserts", "dim_sum": "dimsum", "diner": "diners", "donut": "donuts",
        "dumplings": "dumplings", "egyptian": "egyptian", "ethiopian": "ethiopian", "falafel": "falafel",
        "filipino": "filipino", "fish_and_chips": "fishnchips", "french": "french",
        "frozen_yogurt": "icecream",
        "georgian": "georgian", "german": "german", "greek": "greek", "hawaiian": "hawaiian",
        "himalayan": "himalayan", "hot_dog": "hotdog", "hotpot": "hotpot", "hungarian": "hungarian",
        "ice_cream": "icecream", "indian": "indpak", "indonesian": "indonesian", "irish": "irish",
        "israeli": "israeli", "italian": "italian", "izakaya": "izakaya", "japanese": "japanese",
        "juice": "juicebars", "kebab": "kebab", "korean": "korean", "kosher": "kosher", "lao": "laotian",
        "latin_american": "latin", "lebanese": "lebanese", "malaysian": "malaysian",
        "mediterranean": "mediterranean", "mexican": "mexican", "middle_eastern": "mideastern",
        "mongolian": "mongolian", "moroccan": "moroccan", "nepalese": "nepalese", "noodle": "noodles",
        "pakistani": "pakistani", "pancake": "pancakes", "pasta": "pastashops", "persian": "persian",
        "peruvian": "peruvian", "pizza": "pizza", "poke": "poke", "polish": "polish",
        "portuguese": "portuguese", "ramen": "ramen", "romanian": "romanian", "russian": "russian",
        "salad": "salad", "sandwich": "sandwiches", "scandinavian": "scandinavian", "seafood": "seafood",
        "senegalese": "senegalese", "shanghai": "shanghainese", "sichuan": "szechuan",
        "singaporean": "singaporean", "soul_food": "soulfood", "soup": "soup", "spanish": "spanish",
        "sri_lankan": "srilankan", "steak_house": "steak", "sushi": "sushi", "syrian": "syrian",
        "tacos": "tacos", "taiwanese": "taiwanese", "tapas": "tapas", "tea": "tea",
        "teppanyaki": "teppanyaki",
        "tex-mex": "tex-mex", "thai": "thai", "turkish": "turkish", "ukrainian": "ukrainian",
        "uzbek": "uzbek", "vietnamese": "vietnamese", "waffle": "waffles", "wine": "wine_bars",
        "wings": "chicken_wings",
    ]
}
