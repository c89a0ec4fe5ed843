import Foundation
import Geo
import Testing

@testable import GeoSearch

struct TextTests {
    // In Thai a vowel sign belongs to its consonant: ผัดไทย has the characters ผั ด ไ ท ย.
    @Test(arguments: [
        ("Café ÉCLAIR", ["cafe", "eclair"]), ("Łódź Straße Øl Æbler", ["lodz", "strasse", "ol", "aebler"]),
        ("İstanbul Diyarbakır", ["istanbul", "diyarbakir"]), ("ﬁsh＆ＣＨＩＰＳ", ["fish", "chips"]),
        ("寿司", ["寿司"]), ("餃子館", ["餃子", "子館"]), ("ラーメン", ["らー", "ーめ", "めん"]), ("ｶﾞ", ["が"]),
        ("김치찌개", ["김치찌개"]), ("مَطْعَم", ["مطعم"]), ("йогурт", ["иогурт"]), ("ΟΔΥΣΣΕΥΣ", ["οδυσσευσ"]),
        ("ผัดไทย", ["ผัด", "ดไ", "ไท", "ทย"]), ("McDonald's", ["mcdonald", "s"]), ("  ", []),
        ("🍕 pizza!", ["pizza"]),
        ("fish_and_chips", ["fish", "and", "chips"]), ("4Bros", ["4bros"]),
    ])
    func `text folds to words`(text: String, words: [String]) {
        #expect(TextFolding.words(of: text) == words)
    }

    @Test func `a text that is folded once has the same words each time`() {
        let folded = FoldedWords()
        for text in ["Fisch & Chips", "Ćevapi", "餃子館", "우동", "", "Fisch & Chips", "Ćevapi", "餃子館", "우동", ""] {
            #expect(folded.words(of: text) == TextFolding.words(of: text))
        }
    }

    @Test(arguments: ["우", "餃子", "soup", "soups and", "", "餃", "a"])
    func `a short run or a word of letters is no compound`(phrase: String) {
        #expect(CompoundWords.compound(phrase, words: TextFolding.words(of: phrase)) == nil)
    }

    @Test func `a place is found by a word with or without its apostrophe`() {
        #expect(Set(["mcdonald", "s", "mcdonalds"]).isSubset(of: TextFolding.indexWords(of: "McDonald’s")))
    }

    @Test func `words of the vocabulary are found inside longer runs and words`() {
        let compounds = CompoundWords(["カレー", "うどん", "寿司", "우동", "ก๋วยเตี๋ยว", "soup", "curry rice"])

        #expect(Set(compounds.all) == ["かれー", "うどん", "우동", "ก๋วยเตี๋ยว"])
        for (name, word) in [
            ("印度カレー店", "かれー"), ("カレーうどん 本店", "うどん"), ("기장우동집", "우동"), ("ร้านก๋วยเตี๋ยวเรือ", "ก๋วยเตี๋ยว"),
        ] {
            #expect(TextFolding.indexWords(of: name, compounds).contains(word), "\(name)")
            #expect(!TextFolding.words(of: name).contains(word), "\(name)")
        }
        #expect(TextFolding.indexWords(of: "カレ 우", compounds) == TextFolding.indexWords(of: "カレ 우"))
    }

    @Test func `a weak word of a kind finds names first, and the kind only where there are none`() throws {
        let origin = try Coordinate(latitude: 60, longitude: 25)
        let entries: [Vocabulary.Entry] = [.init([.kind(.restaurant)], ["食堂"], isWeak: true)]
        let plain = Place(id: UUID(), coordinate: origin, name: "X")
        let named = Place(id: UUID(), coordinate: origin, name: "大衆食堂")
        func names(_ places: [Place]) throws -> [String] {
            let index = PlaceIndex(places, vocabulary: Vocabulary(entries))
            return try index.search(PlaceQuery(.around(origin), text: "食堂")).hits.map(\.place.name)
        }

        #expect(try names([plain, named]) == ["大衆食堂"])
        #expect(try names([plain]) == ["X"])
    }

    @Test func `folding again changes nothing`() {
        for text in PlaceFactory.words + ["Ǆ", "ŉ", "K", "ẞ", "ﷺ", "㍿", "ﾊﾟ", "क़"] {
            let once = TextFolding.fold(text)
            #expect(TextFolding.fold(once) == once, "\(text)")
        }
    }

    @Test(arguments: [
        ("pizzeria", PlaceMatch.Field.cuisine, "pizza", MatchTier.synonym),
        ("margherita", .cuisine, "pizza", .synonym),
        ("luigi", .name, "Trattoria Luigi", .exact), ("tratt", .name, "Trattoria Luigi", .prefix),
        ("vegaani", .diet, "vegan", .synonym), ("kallio", .area, "Kallio", .exact),
        ("luigi pitsa", .cuisine, "pizza", .synonym),
        ("luigis", .brand, "Luigi's", .exact),
    ])
    func `the answer says what met the text`(
        text: String, field: PlaceMatch.Field, found: String, tier: MatchTier
    ) throws {
        var diets = DietOffers()
        diets[.vegan] = .yes
        let origin = try Coordinate(latitude: 60, longitude: 25)
        let place = Place(
            id: UUID(), coordinate: origin, name: "Trattoria Luigi", cuisines: ["pizza"], diets: diets,
            brand: "Luigi's",
            areas: ["Kallio"])
        let index = PlaceIndex([place], vocabulary: Vocabulary(PlaceFactory.entries))

        let hits = try index.search(PlaceQuery(.around(origin), text: text)).hits

        #expect(hits.map(\.match) == [PlaceMatch(field: field, text: found, tier: tier)])
    }

    @Test func `what a place does not say of a diet is never counted as yes`() throws {
        let origin = try Coordinate(latitude: 60, longitude: 25)
        let places = DietOffer.allCases.map { offer in
            var diets = DietOffers()
            diets[.vegan] = offer
            return Place(id: UUID(), coordinate: origin, name: offer.rawValue, diets: diets)
        }

        let hits = try PlaceIndex(places).search(PlaceQuery(.around(origin), diets: [.vegan])).hits

        #expect(Set(hits.map(\.place.name)) == ["yes", "only"])
    }
}
