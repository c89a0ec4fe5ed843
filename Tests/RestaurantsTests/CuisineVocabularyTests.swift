import Foundation
import Geo
import GeoSearch
import NoonishAPI
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
        ("phở", "vietnamese"),
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

    @Test func `every cuisine has a name in English and Finnish or says why not by having none`() throws {
        let cuisines = try CuisineVocabulary.shipped().cuisines

        #expect(cuisines.count > 100)
        #expect(cuisines.allSatisfy { !$0.name.isEmpty })
        #expect(cuisines.first { $0.id == "steak_house" }?.names["fi"] == "pihvi")
    }

    @Test(arguments: [
        ("cuisines:\n  pizza: {en: []}\n", 2, "expected a list of words"),
        ("cuisines:\n  pizza: {en: [pizza]}\n  soup: pizza\n", 3, "expected words by language"),
        ("diets:\n  carnivore: {en: [meat]}\n", 2, "is no diet"),
        ("kinds:\n  zoo: {en: [zoo]}\n", 2, "is no kind of place"),
        ("dishes:\n  stew: {cuisines: [moon], en: [stew]}\n", 2, "moon is no key"),
        ("menus: {}\n", 1, "there is no section menus"),
        ("cuisines:\n  pizza: {en: [pizza\n", 3, "did not find expected"),
        ("cuisines:\n  pizza: {english: [pizza]}\n", 2, "english is no language tag"),
        ("cuisines:\n  pizza: {en: [\"!\"]}\n", 2, "has no letter"),
    ])
    func `a fault names the file and the line`(yaml: String, line: Int, reason: String) throws {
        let fault = #expect(throws: CuisineFileFault.self) {
            try CuisineVocabulary(yaml: yaml, file: "words.yaml")
        }
        #expect(fault?.description.hasPrefix("words.yaml:\(line): ") == true, "\(fault?.description ?? "")")
        #expect(fault?.reason.contains(reason) == true, "\(fault?.description ?? "")")
    }

    @Test func `a missing file is named`() {
        let fault = #expect(throws: CuisineFileFault.self) {
            try CuisineVocabulary(file: "/nowhere/words.yaml")
        }
        #expect(fault?.description == "/nowhere/words.yaml: cannot be read")
    }
}
