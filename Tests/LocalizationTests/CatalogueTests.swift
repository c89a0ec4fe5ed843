import Foundation
import Testing

@testable import Localization

struct CatalogueTests {
    private static let english = """
        nav:
          outings: Outings
        count: "{n, plural, one {# person} other {# people}}"
        from: "{name} on {when, date, ::EEEEdMMMM} at {when, time, ::jm}"
        """
    private static let arabic = """
        nav:
          outings: اللقاءات
        count: "{n, plural, zero {لا أحد} one {شخص واحد} two {شخصان} few {# أشخاص} many {# شخصًا} other {# شخص}}"
        from: "{name} {when, date, ::EEEEdMMMM} {when, time, ::jm}"
        """
    private static let japanese = """
        nav:
          outings: 集まり
        count: "{n, number}人"
        from: "{name} {when, date, ::EdMMM} {when, time, ::jm}"
        """
    private static let finnish = """
        nav:
          outings: Menot
        count: "{n, plural, one {# henkilö} other {# henkilöä}}"
        from: "{name} {when, date, ::EEEEdMMMM} klo {when, time, ::jm}"
        """

    private func catalogue() throws -> Catalogue {
        try Catalogue(files: [
            "en": Self.english, "ar": Self.arabic, "ja": Self.japanese, "fi": Self.finnish,
        ])
    }

    private func faults(_ files: [String: String]) -> [String] {
        do {
            _ = try Catalogue(files: files)
            return []
        } catch {
            return (error as? CatalogueFaults)?.faults.map(\.description) ?? ["\(error)"]
        }
    }

    @Test(arguments: [
        (["fi"], "fi"), (["fi-FI"], "fi"), (["FI_fi"], "fi"), (["sv-FI", "ar-EG", "fi"], "ar"),
        (["ja-Jpan-JP"], "ja"),
        (["zh-Hant", "sv"], "en"), ([], "en"), ([""], "en"), (["ar-x-private"], "ar"),
    ])
    func `the first language that is there is spoken`(wanted: [String], tag: String) throws {
        #expect(try catalogue().language(for: wanted).tag == tag)
    }

    @Test(arguments: [
        (nil, "fi,en;q=0.8", "fi"), ("ja", "fi,en;q=0.8", "ja"), (nil, "en;q=0.5, ar;q=0.9, *;q=0.1", "ar"),
        ("sv", "fi;q=0, ja;q=0.1", "ja"), (nil, "de-DE", "en"), (nil, "", "en"),
        (nil, "<script>;q=1,fi", "fi"),
    ])
    func `a person's choice goes before what their program asks for`(
        person: String?, header: String, tag: String
    ) throws {
        #expect(try catalogue().language(of: person, asked: header).tag == tag)
    }

    @Test(arguments: [
        (0, "لا أحد"), (1, "شخص واحد"), (2, "شخصان"), (3, "3 أشخاص"), (11, "11 شخصًا"), (100, "100 شخص"),
    ])
    func `Arabic takes the form of the number`(count: Int, says: String) throws {
        #expect(try catalogue().language(for: ["ar"]).say("count", ["n": .number(count)]) == says)
    }

    static let moments: [(String, String)] = [
        ("en", "Omar on Thursday 11 March at 12:30"),
        ("en-US", "Omar on Thursday, March 11 at 12:30\u{202f}PM"),
        ("fi", "Omar torstai 11. maaliskuuta klo 12.30"), ("ja", "Omar 3月11日(木) 12:30"),
        ("ar", "\u{2068}Omar\u{2069} الخميس، 11 مارس 12:30\u{a0}م"),
        ("ar-EG", "\u{2068}Omar\u{2069} الخميس، ١١ مارس ١٢:٣٠\u{a0}م"),
    ]

    @Test(arguments: moments)
    func `moments are written as the reader's region does`(tag: String, says: String) throws {
        let zone = try #require(TimeZone(identifier: "Europe/Helsinki"))
        let moment = try Date("2027-03-11T10:30:00Z", strategy: .iso8601)

        let said = try catalogue().language(for: [tag])
            .say("from", ["name": .text("Omar"), "when": .moment(moment, zone)])

        #expect(said == says)
    }

    @Test(arguments: [
        ("en", "Thursday 11 March 2027"), ("en-US", "Thursday, March 11, 2027"),
        ("en-AU", "Thursday 11 March 2027"), ("en-NZ", "Thursday 11 March 2027"),
    ])
    func `English dates have commas only where the month goes first`(tag: String, says: String) throws {
        let moment = try Date("2027-03-11T10:30:00Z", strategy: .iso8601)
        let dates = try Catalogue(files: ["en": #"day: "{when, date, ::yEEEEdMMMM}""#])

        #expect(dates.language(for: [tag]).say("day", ["when": .moment(moment, .gmt)]) == says)
    }

    @Test(arguments: [
        ("en", "Anna, Ben and Cem"), ("fi", "Anna, Ben ja Cem"), ("ja", "Anna、Ben、Cem"),
        ("ar", "\u{2068}Anna\u{2069} و\u{2068}Ben\u{2069} و\u{2068}Cem\u{2069}"),
    ])
    func `names stand in a row as the language has it`(tag: String, says: String) throws {
        #expect(try catalogue().language(for: [tag]).list(["Anna", "Ben", "Cem"]) == says)
    }

    @Test(arguments: [("en", "Helsinki"), ("fi", "Helsinki"), ("ja", "ヘルシンキ"), ("ar", "هلسنكي")])
    func `a zone is called by its city`(tag: String, city: String) throws {
        let zone = try #require(TimeZone(identifier: "Europe/Helsinki"))

        #expect(try catalogue().language(for: [tag]).city(of: zone) == city)
        #expect(try catalogue().language(for: [tag]).city(of: .gmt) == "GMT")
    }

    @Test func `what somebody wrote keeps its own direction`() throws {
        let english = try catalogue().language(for: ["en"])
        let arabic = try catalogue().language(for: ["ar"])

        #expect(english.isolated("Leila") == "Leila")
        #expect(english.isolated("ليلى") == "\u{2068}ليلى\u{2069}")
        #expect(arabic.isolated("Leila 2") == "\u{2068}Leila 2\u{2069}")
        #expect(english.direction == "ltr")
        #expect(arabic.direction == "rtl")
    }

    @Test func `every fault is told, with file, line and key`() {
        let found = faults([
            "en": Self.english,
            "ar": """
            nav:
              outings: "{n"
              people: ناس
            count: "{n, plural, one {#} other {#}}"
            """,
        ])

        #expect(found.contains("ar.yaml:2: nav.outings: a { is not closed"))
        #expect(found.contains("ar.yaml:4: count: the plural lacks the form few"))
        #expect(found.contains("ar.yaml: from: this message is missing"))
        #expect(found.contains("ar.yaml: nav.people: the reference language does not have this message"))
    }

    @Test func `exact numbers can stand for forms that have no other number`() {
        let arabic = Self.arabic.replacing("zero {لا أحد} one", with: "=0 {لا أحد} =1")

        #expect(faults(["en": Self.english, "ar": arabic]) == [])
    }

    @Test(arguments: [
        ("{n, plural, one {#} other {#}}", "{m, number}", "ja.yaml: a: unexpected argument {m}"),
        ("{n, number}", "{n, date, ::d}", "ja.yaml: a: {n} has a different type in the reference language"),
        (
            "{n, select, x {} other {}}", "{n, select, y {} other {}}",
            "ja.yaml: a: {n} has a different type in the reference language"
        ),
    ])
    func `arguments are the same in every language`(english: String, japanese: String, fault: String) {
        #expect(faults(["en": "a: \"\(english)\"", "ja": "a: \"\(japanese)\""]).contains(fault))
    }

    @Test func `a form that the language does not have is a fault`() {
        #expect(
            faults(["en": "a: \"{n, plural, one {} few {} other {}}\""])
                == ["en.yaml:1: a: the language has no plural form few"])
    }

    @Test func `a file without rules, without sense or without English is a fault`() {
        #expect(
            faults(["en": "a: b", "tlh": "a: b"]) == [
                "tlh.yaml: the plural rules of this language are unknown"
            ])
        #expect(faults(["en": "a: [b]"]) == ["en.yaml:1: a: expected a message or names with messages"])
        #expect(faults(["en": "a: {"]).count == 1)
        #expect(faults(["fi": "a: b"]) == ["en.yaml: this language has no file"])
    }

    @Test func `a section can be had as it is written`() throws {
        let texts = try catalogue().texts(of: "ja", below: "nav")

        #expect(texts.map(\.key) == ["outings"])
        #expect(texts.map(\.text) == ["集まり"])
    }
}
