import GeoSearch

/// A type of restaurant in the sample city.
struct SampleMenu {
    let kind: PlaceKind
    let cuisines: [String]
    /// The relative frequency, as a share of the sum of all weights.
    let weight: Int
    /// Patterns of names; a star stands for a random word.
    let names: [String]
    var diets: [String: String] = [:]
    let hours: [String]
    let prices: [Int]

    private static let lunch = [
        "Mo-Fr 10:30-14:30", "Mo-Fr 10:30-15:00; Sa 12:00-16:00", "Mo-Fr 11:00-15:00",
    ]
    private static let allDay = [
        "Mo-Th 11:00-21:00; Fr-Sa 11:00-22:00; Su 12:00-20:00", "Mo-Su 11:00-22:00",
        "Mo-Fr 10:30-21:00; Sa,Su 12:00-21:00",
    ]
    private static let evening = ["Tu-Sa 17:00-23:00", "We-Su 16:00-24:00; Mo,Tu off", "Mo-Sa 16:00-23:00"]
    private static let late = ["Mo-Th 16:00-01:00; Fr-Sa 14:00-03:00; Su 14:00-24:00", "Mo-Su 12:00-02:00"]
    private static let day = [
        "Mo-Fr 07:30-18:00; Sa,Su 09:00-17:00", "Mo-Fr 08:00-17:00", "Mo-Su 08:00-19:00",
    ]

    static let all: [SampleMenu] = [
        .init(
            kind: .restaurant, cuisines: ["finnish"], weight: 9,
            names: ["Ravintola *", "Lounasravintola *", "Keittiö *", "*n pöytä"], hours: lunch + allDay,
            prices: [1, 2, 2, 3]),
        .init(
            kind: .restaurant, cuisines: ["pizza", "italian"], weight: 10,
            names: ["Pizzeria *", "Trattoria *", "Pizza *", "Forno *"], hours: allDay, prices: [1, 2, 2]),
        .init(
            kind: .restaurant, cuisines: ["sushi", "japanese"], weight: 9,
            names: ["Sushi *", "* Sushi Bar", "Maki *"],
            hours: allDay + lunch, prices: [2, 2, 3]),
        .init(
            kind: .restaurant, cuisines: ["ramen", "japanese"], weight: 5,
            names: ["Ramen *", "* Ramen", "Menya *"],
            hours: allDay, prices: [2]),
        .init(
            kind: .fastFood, cuisines: ["kebab", "turkish"], weight: 6,
            names: ["Kebab *", "* Kebab", "*n Grilli"],
            diets: ["halal": "yes"], hours: allDay + late, prices: [1]),
        .init(
            kind: .restaurant, cuisines: ["thai"], weight: 6, names: ["Thai *", "* Thai Kitchen", "Baan *"],
            hours: allDay,
            prices: [1, 2]),
        .init(
            kind: .restaurant, cuisines: ["vietnamese"], weight: 5, names: ["Pho *", "Saigon *", "Hanoi *"],
            hours: allDay,
            prices: [1, 2]),
        .init(
            kind: .restaurant, cuisines: ["nepalese", "indian"], weight: 8,
            names: ["Himalaja *", "Mount *", "Curry *", "Tandoori *"], hours: lunch + allDay, prices: [1, 2]),
        .init(
            kind: .restaurant, cuisines: ["chinese", "dumplings"], weight: 5,
            names: ["Kultainen *", "Dim Sum *", "Jiaozi *"], hours: allDay, prices: [1, 2]),
        .init(
            kind: .restaurant, cuisines: ["korean"], weight: 3, names: ["Seoul *", "Bibim *"], hours: allDay,
            prices: [2]),
        .init(
            kind: .restaurant, cuisines: ["mexican", "tacos"], weight: 5, names: ["Taqueria *", "Cantina *"],
            hours: allDay + evening, prices: [1, 2]),
        .init(
            kind: .restaurant, cuisines: ["lebanese", "middle_eastern", "falafel"], weight: 5,
            names: ["Mezze *", "Beirut *", "Falafel *"], diets: ["vegetarian": "yes", "vegan": "yes"],
            hours: allDay,
            prices: [1, 2]),
        .init(
            kind: .restaurant, cuisines: ["burger", "american"], weight: 7,
            names: ["Burger *", "* Burgers", "Diner *"],
            hours: allDay, prices: [1, 2]),
        .init(
            kind: .restaurant, cuisines: ["salad", "regional"], weight: 5,
            names: ["Vihreä *", "Kasvis *", "Verso *", "Papu & *"],
            diets: ["vegan": "only", "vegetarian": "only"],
            hours: lunch + allDay, prices: [1, 2, 2]),
        .init(
            kind: .restaurant, cuisines: ["vegetarian", "buffet"], weight: 4,
            names: ["Lounasbuffet *", "Kasvisravintola *"],
            diets: ["vegetarian": "only", "vegan": "yes"], hours: lunch, prices: [1, 2]),
        .init(
            kind: .restaurant, cuisines: ["seafood", "scandinavian"], weight: 4,
            names: ["Kala & *", "Satama *", "Brygga *"],
            diets: ["pescetarian": "yes"], hours: evening + allDay, prices: [2, 3, 4]),
        .init(
            kind: .restaurant, cuisines: ["french"], weight: 3, names: ["Bistro *", "Brasserie *"],
            hours: evening,
            prices: [3, 4]),
        .init(
            kind: .restaurant, cuisines: ["steak_house", "barbecue"], weight: 3,
            names: ["Hiili *", "Smokehouse *"],
            hours: evening + allDay, prices: [2, 3]),
        .init(
            kind: .restaurant, cuisines: ["ethiopian"], weight: 2, names: ["Addis *", "Injera *"],
            diets: ["vegan": "yes", "vegetarian": "yes"], hours: allDay, prices: [1, 2]),
        .init(
            kind: .restaurant, cuisines: ["georgian"], weight: 2, names: ["Tbilisi *", "Khinkali *"],
            hours: evening,
            prices: [2]),
        .init(
            kind: .restaurant, cuisines: ["spanish", "tapas"], weight: 3, names: ["Tapas *", "Bodega *"],
            hours: evening,
            prices: [2, 3]),
        .init(
            kind: .cafe, cuisines: ["coffee_shop", "cake"], weight: 12,
            names: ["Kahvila *", "Café *", "Kahvipaahtimo *", "*n Kahvi"], hours: day, prices: [1, 1, 2]),
        .init(
            kind: .bakery, cuisines: ["pastry"], weight: 4, names: ["Leipomo *", "Konditoria *"], hours: day,
            prices: [1, 2]),
        .init(
            kind: .iceCream, cuisines: ["ice_cream"], weight: 3, names: ["Jäätelöbaari *", "Gelateria *"],
            hours: ["May-Sep Mo-Su 11:00-21:00", "Mo-Su 12:00-20:00"], prices: [1]),
        .init(
            kind: .pub, cuisines: [], weight: 5, names: ["Pub *", "Kapakka *", "Olutkellari *"], hours: late,
            prices: [1, 2]),
        .init(
            kind: .bar, cuisines: [], weight: 4, names: ["Baari *", "Bar *", "Viinibaari *"], hours: late,
            prices: [2, 3]),
        .init(
            kind: .fastFood, cuisines: ["sandwich", "salad"], weight: 4, names: ["Eväs *", "Patonki *"],
            hours: day,
            prices: [1]),
        .init(
            kind: .foodCourt, cuisines: ["international"], weight: 1, names: ["Halli *", "Ruokatori *"],
            hours: allDay,
            prices: [1, 2]),
    ]
}
