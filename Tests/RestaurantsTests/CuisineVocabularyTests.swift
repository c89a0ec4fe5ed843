import Foundation
import Geo
import GeoSearch
import NoonishAPI
import TestSupport
import Testing

@testable import Restaurants

struct CuisineVocabularyTests {
    @Test(arguments: [
        ("vegaani", "vegan"), ("végétalien", "vegan"), ("素食", "vegetarian"), ("ラーメン", "ramen"),
        ("sushi", "sushi"),
        ("寿司", "sushi"), ("pizzeria", "pizza"), ("пицца", "pizza"), ("döner", "kebab"), ("كباب", "kebab"),
        ("hampurilainen", "burger"), ("gluten free", "gluten_free"), ("gluteeniton", "gluten_free"),
        ("pad thai", "thai"),
        ("ผัดไทย", "thai"), ("bibimbap", "korean"), ("lohikeitto", "finnish"), ("Eisdiele", "ice_cream"),
        ("jäätelö", "ice_cream"), ("김치", "korean"), ("crêperie", "crepe"), ("halal", "halal"),
        ("phở", "vietnamese"), ("ramen", "ramen"), ("拉麺", "ramen"), ("らーめん", "ramen"), ("라멘", "ramen"),
        ("饺子", "dumplings"), ("шаверма", "shawarma"), ("중국집", "chinese"), ("ส้มตำ", "thai"),
        ("хачапури", "georgian"), ("Wiener Schnitzel", "austrian"), ("居酒屋", "izakaya"),
        ("มังสวิรัติ", "vegetarian"), ("沖縄料理", "okinawan"), ("смузи", "juice"),
        ("Fischbrötchen", "fish"), ("Nudelsuppe", "noodle"), ("kasvishampurilainen", "burger"),
        ("Pommes", "friture"), ("焼肉", "yakiniku"), ("فطور", "breakfast"),
    ])
    func `people's own words find the cuisine, dish or diet`(text: String, meant: String) throws {
        let origin = try Coordinate(latitude: 60, longitude: 25)
        var place = Place(id: UUID(), coordinate: origin, name: "X")
        if let diet = Diet(rawValue: meant) { place.diets[diet] = .yes } else { place.cuisines = [meant] }
        let other = Place(id: UUID(), coordinate: origin, name: "Y", cuisines: ["regional"])
        let index = PlaceIndex([place, other], vocabulary: try CuisineVocabulary.shipped().vocabulary)

        let hits = try index.search(PlaceQuery(.around(origin), text: text)).hits

        #expect(hits.map(\.place.name) == ["X"])
    }

    @Test(arguments: [
        ("ramen", "博多ラーメン"), ("ramen", "홍대라멘집"), ("izakaya", "大衆居酒屋 鳥八"), ("curry", "印度カレー専門店"),
        ("curry", "할머니카레"), ("udon", "讃岐うどん亭"), ("sushi", "はま寿司"), ("カレー", "Curry House"), ("食堂", "なぎ食堂"),
    ])
    func `a dish finds the names that contain it, in any script`(text: String, name: String) throws {
        let origin = try Coordinate(latitude: 35.68, longitude: 139.77)
        let places = [name, "Y", "天ぷら 三定"].map { Place(id: UUID(), coordinate: origin, name: $0) }
        let index = PlaceIndex(places, vocabulary: try CuisineVocabulary.shipped().vocabulary)

        let hits = try index.search(PlaceQuery(.around(origin), text: text)).hits

        #expect(hits.map(\.place.name) == [name])
    }

    @Test func `a soup is not a kitchen`() throws {
        let origin = try Coordinate(latitude: 60, longitude: 25)
        let places = [
            Place(id: UUID(), coordinate: origin, name: "Keittiö"),
            Place(id: UUID(), coordinate: origin, name: "Y", cuisines: ["soup"]),
        ]
        let index = PlaceIndex(places, vocabulary: try CuisineVocabulary.shipped().vocabulary)

        let hits = try index.search(PlaceQuery(.around(origin), text: "keitto")).hits

        #expect(hits.map(\.place.name) == ["Y"])
    }

    @Test(arguments: ["en", "fi", "de", "fr", "es", "it", "sv", "ja", "zh", "ko", "ar", "ru", "th"])
    func `every cuisine and every dish has a name in each of the languages`(language: String) throws {
        let words = try CuisineVocabulary.shipped()

        #expect(words.cuisines.filter { $0.names[language] == nil }.map(\.id) == [])
        #expect(words.dishes.filter { $0.names[language] == nil }.map(\.id) == [])
        #expect(words.cuisines.count > 250)
        #expect(words.cuisines.first { $0.id == "steak_house" }?.names["fi"] == "pihvi")
    }

    @Test(arguments: [
        (
            Diet.vegan,
            [
                "vegan", "vegaani", "vegansk", "végétalien", "vegano", "ヴィーガン", "纯素", "비건", "نباتي صرف",
                "веган", "วีแกน",
            ]
        ),
        (
            .vegetarian,
            [
                "vegetarian", "kasvisruoka", "vegetarisk", "vegetarisch", "végétarien", "vegetariano", "菜食",
                "素食", "채식", "نباتي", "вегетарианское", "มังสวิรัติ",
            ]
        ),
        (
            .glutenFree,
            [
                "gluten free", "gluteeniton", "glutenfri", "glutenfrei", "sans gluten", "sin gluten",
                "senza glutine", "グルテンフリー", "无麸质", "글루텐프리", "بدون غلوتين", "без глютена", "กลูเตนฟรี",
            ]
        ),
        (.halal, ["halal", "ハラール", "清真", "할랄", "حلال", "халяль", "ฮาลาล"]),
        (.kosher, ["kosher", "koscher", "casher", "コーシャ", "洁食", "코셔", "كوشر", "кошерный", "โคเชอร์"]),
        (
            .lactoseFree,
            [
                "lactose free", "laktoositon", "laktosfri", "laktosefrei", "sans lactose", "sin lactosa",
                "senza lattosio", "乳糖不使用", "无乳糖", "락토프리", "بدون لاكتوز", "без лактозы", "ปลอดแลคโตส",
            ]
        ),
        (
            .pescetarian,
            [
                "pescatarian", "pescovegetaari", "pescetariansk", "pescetarisch", "pescétarien",
                "pescetariano", "ペスカタリアン", "鱼素", "페스코", "نباتي يأكل السمك", "пескетарианский", "มังสวิรัติปลา",
            ]
        ),
    ])
    func `diets are understood in every language`(diet: Diet, texts: [String]) throws {
        let origin = try Coordinate(latitude: 60, longitude: 25)
        var place = Place(id: UUID(), coordinate: origin, name: "X")
        place.diets[diet] = .yes
        let other = Place(id: UUID(), coordinate: origin, name: "Y")
        let index = PlaceIndex([place, other], vocabulary: try CuisineVocabulary.shipped().vocabulary)

        for text in texts {
            let hits = try index.search(PlaceQuery(.around(origin), text: text)).hits
            #expect(hits.map(\.place.name) == ["X"], "\(text)")
        }
    }

    @Test(arguments: [
        ("italian_pizza", "pizza"), ("Coffe shop", "coffee_shop"), ("bar&grill", "barbecue"),
        ("buschenschank", "heuriger"), ("素食", "vegetarian"), ("imbiss", "fast_food"), ("拉麺", "ramen"),
        ("らーめん", "ramen"), ("Thaïlandais", "thai"), ("chinesisches", "chinese"), ("Kiinalaista", "chinese"),
    ])
    func `other values of the tag mean a key`(value: String, key: String) throws {
        #expect(try CuisineVocabulary.shipped().key(of: value) == key)
    }

    @Test(arguments: [
        ("cuisines:\n  pizza: {en: []}\n", 2, "cuisines.pizza.en: expected a list of words"),
        (
            "cuisines:\n  pizza: {en: [pizza]}\n  soup: pizza\n", 3,
            "cuisines.soup: expected words by language"
        ),
        ("cuisines:\n  Pizza: {en: [pizza]}\n", 2, "cuisines.Pizza: a key has small letters"),
        ("cuisines:\n  pizza: {tags: [pizze]}\n", 2, "cuisines.pizza: has no words"),
        ("cuisines:\n  pizza: {en: [pie, pie]}\n", 2, "cuisines.pizza.en: duplicate word pie"),
        (
            "cuisines:\n  pie: {en: [pie]}\n  pizza: {en: [pizza], tags: [pie]}\n", 3,
            "cuisines.pizza: pie means pie already"
        ),
        ("diets:\n  carnivore: {en: [meat]}\n", 2, "diets.carnivore: is not a known diet"),
        ("kinds:\n  zoo: {en: [zoo]}\n", 2, "kinds.zoo: is not a known kind of place"),
        ("dishes:\n  stew: {cuisines: [moon], en: [stew]}\n", 2, "dishes.stew: moon is no key"),
        (
            "cuisines:\n  pie: {en: [pie]}\ndishes:\n  stew: {cuisines: [pie]}\n", 4,
            "dishes.stew: has no words"
        ),
        ("menus: {}\n", 1, "menus: unknown section"),
        ("diets:\n  vegan: {weak: [x], en: [vegan]}\n", 2, "diets.vegan: only kinds have weak words"),
        ("cuisines:\n  pizza: {en: [pizza\n", 3, "did not find expected"),
        (
            "cuisines:\n  pizza: {english: [pizza]}\n", 2,
            "cuisines.pizza.english: english is not a language tag"
        ),
        ("cuisines:\n  pizza: {en: [\"!\"]}\n", 2, "cuisines.pizza.en: \"!\" has no letter"),
        ("cuisines:\n  pizza: {en: [a], en: [b]}\n", 2, "en: duplicate key"),
    ])
    func `a fault names the file, the line and the key`(yaml: String, line: Int, reason: String) throws {
        let fault = #expect(throws: CuisineFileFault.self) {
            try CuisineVocabulary(yaml: yaml, file: "words.yaml")
        }
        let said = fault?.description ?? ""
        #expect(said.hasPrefix("words.yaml:\(line): ") && said.contains(reason), "\(said)")
    }

    @Test func `a missing file is named`() {
        let fault = #expect(throws: CuisineFileFault.self) {
            try CuisineVocabulary(file: "/nowhere/words.yaml")
        }
        #expect(fault?.description == "/nowhere/words.yaml: cannot be read")
    }
}
