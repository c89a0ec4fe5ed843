import Geo
import GeoSearch
import TestSupport
import Testing

@testable import Restaurants

struct TransliterationTests {
    @Test(arguments: [
        ("Ресторан Пушкин", "restoran pushkin"), ("Борщ & Co", "borshch & Co"), ("ラーメン", "rāmen"),
        ("김치", "gimchi"), ("拉麺", "lā miàn"), ("Ταβέρνα", "Tabérna"),
    ])
    func `names in other scripts are written in Latin letters`(name: String, latin: String) {
        #expect(Transliteration.latin([name]) == [name: latin])
    }

    @Test(arguments: ["Łódź café", "Bánh Mì", "Müller’s №1", "", "123 🍕", "Phở"])
    func `names in Latin letters need none`(name: String) {
        #expect(Transliteration.latin([name]) == [:])
    }

    @Test func `many names at once are written as each by itself`() {
        let names = [
            "Ресторан Пушкин", "ラーメン", "らーめん二郎", "김치", "拉麺", "北京烤鸭", "Ταβέρνα", "مطعم", "ร้านอาหาร", "नमस्ते",
            "შემოიხედე", "בית קפה", "Կովկաս", "a\nラーメン", "", "Kuu", "金龍 Grill", "កម្ពុជា", "ශ්‍රී", "አዲስ አበባ",
        ]

        let together = Transliteration.latin(names)

        let apart = names.map { Transliteration.latin([$0]) }.reduce(into: [:]) { $0.merge($1) { $1 } }
        #expect(together == apart)
        #expect(together.count == names.count - 2)
        #expect(Transliteration.latin((0..<300).map { "ラーメン\($0)" }).count == 300)
    }

    @Test func `a match shows the name itself, never its transliteration`() async throws {
        try await withDirectory { directory in
            let names = [
                ["amenity": "restaurant", "name": "Пушкин"],
                ["amenity": "restaurant", "name": "Kettu", "name:ja": "きつね", "name:ko": "여우"],
            ]
            try await directory.importFile(
                names.enumerated().map { feature($0, $1) }.joined(), as: "a.json", .osm)
            try await directory.index.refresh()

            try await withSite(directory.table) { site in
                for (text, name) in [("pushkin", "Пушкин"), ("kitsune", "きつね"), ("yeou", "여우")] {
                    let query = "near=60.1699,24.9384&q=\(text)"
                    let found = try await site.program().get("/v1/restaurants?\(query)").json["items"]
                        .elements
                    let suggested = try await site.program().get("/v1/restaurants/suggest?\(query)").json[
                        "items"]

                    #expect(found.map { $0["match"]["text"].text } == [name])
                    let detail = suggested.elements.last?["detail"].text
                    #expect(detail == (name == "Пушкин" ? nil : name))
                }
            }
        }
    }

    @Test func `a query in Latin letters finds a name in others, and one in others a name in Latin`()
        async throws
    {
        try await withDirectory { directory in
            let tags = [
                ["amenity": "restaurant", "name": "Пушкин"],
                ["amenity": "restaurant", "name": "Kettu", "name:ja": "きつね", "name:ko": "여우"],
                ["amenity": "restaurant", "name": "김치집"],
            ]
            let text = tags.enumerated().map { feature($0, $1) }.joined()
            try await directory.importFile(text, as: "a.json", .osm)
            try await directory.index.refresh()

            for (text, name) in [
                ("pushkin", "Пушкин"), ("きつね", "Kettu"), ("キツネ", "Kettu"), ("kitsune", "Kettu"),
                ("여우", "Kettu"), ("gimchijib", "김치집"),
            ] {
                let hits = try directory.index.search(.init(.around(.kamppi), text: text)).hits
                #expect(hits.map(\.place.name) == [name], "\(text)")
            }
        }
    }
}
