import Foundation
import Testing

@testable import Localization

struct MessageTests {
    /// What `message` says in one language; the catalogue of the test has it in English too.
    private func said(
        _ message: String, _ values: [String: MessageValue] = [:], in tag: String = "en"
    ) throws -> String {
        let language = Language(
            tag: tag, locale: Locale(identifier: tag == "en" ? "en-GB" : tag),
            messages: ["key": try MessageParser.read(message)])
        return language.say("key", values)
    }

    @Test func `arguments stand where the message wants them`() throws {
        #expect(try said("{host} invites you", ["host": .text("Leila")]) == "Leila invites you")
        #expect(try said("{ a }{b}{ a}", ["a": .words("x"), "b": 1_234]) == "x1,234x")
    }

    @Test(arguments: [
        ("don't", "don't"), ("it''s", "it's"), ("'{'name'}'", "{name}"), ("'{name} isn''t'", "{name} isn't"),
        ("100 # '#'", "100 # '#'"), ("at the end '", "at the end '"),
        ("plain # text, 100 %", "plain # text, 100 %"), ("", ""),
    ])
    func `an apostrophe quotes only what would be read otherwise`(message: String, says: String) throws {
        #expect(try said(message) == says)
    }

    @Test func `a hash within a plural can be quoted`() throws {
        #expect(try said("{n, plural, one {'#'#} other {# '#'}}", ["n": 1]) == "#1")
        #expect(try said("{n, plural, one {'#'#} other {# '#'}}", ["n": 2]) == "2 #")
    }

    @Test(arguments: [(0, "Nobody"), (1, "One"), (2, "2 with 1,000"), (5, "5 with 1,000")])
    func `plurals choose exact numbers first, then the language's form`(count: Int, says: String) throws {
        let message = "{n, plural, =0 {Nobody} one {One} other {# with {m, number}}}"

        #expect(try said(message, ["n": .number(count), "m": 1_000]) == says)
    }

    @Test func `choices nest, and a number belongs to the innermost plural`() throws {
        let message =
            "{who, select, you {{n, plural, one {# for {m, plural, one {#} other {all #}}} other {#}}} other {{who}: {n}}}"

        #expect(try said(message, ["who": .words("you"), "n": 1, "m": 3]) == "1 for all 3")
        #expect(try said(message, ["who": .text("Omar"), "n": 1, "m": 3]) == "Omar: 1")
    }

    @Test func `a choice by a value that was not given is the last`() throws {
        #expect(try said("{state, select, spent {No more.} other {Wrong.}}") == "Wrong.")
    }

    @Test(arguments: [
        (1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (11, "11th"), (21, "21st"), (113, "113th"),
    ])
    func `ordinals have forms of their own`(place: Int, says: String) throws {
        let message = "{n, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}"

        #expect(try said(message, ["n": .number(place)]) == says)
    }

    @Test(arguments: [
        ("{name", "a { is not closed"), ("name}", "unmatched }"), ("{}", "expected the name"),
        ("{n, plural, one {#}}", "no form other"),
        ("{n, plural, some {#} other {}}", "some is not a plural category"),
        ("{k, select, a {}}", "no branch other"), ("{k, select, a {} a {} other {}}", "is duplicated"),
        ("{d, date, long}", "not a date or time skeleton"), ("{n, spellout}", "unknown argument type"),
        ("{n, plural, one {#} other {#}", "a { is not closed"), ("{n, plural one {}}", "expected ,"),
    ])
    func `what cannot be read says what was expected`(message: String, says: String) {
        let fault = #expect(throws: MessageFault.self) { try MessageParser.read(message) }

        #expect(fault?.sentence.contains(says) == true, "\(String(describing: fault))")
    }
}

struct PluralRulesTests {
    @Test(arguments: [
        (0, "zero"), (1, "one"), (2, "two"), (3, "few"), (10, "few"), (11, "many"), (26, "many"),
        (99, "many"),
        (100, "other"), (102, "other"), (103, "few"), (111, "many"), (1_000, "other"),
    ])
    func `Arabic has six forms`(number: Int, form: String) {
        #expect(PluralRules.category(of: number, .cardinal, in: "ar").rawValue == form)
    }

    @Test func `the others count one apart, or nothing`() {
        for language in ["en", "fi"] {
            #expect(PluralRules.category(of: 1, .cardinal, in: language) == .one)
            #expect(
                [0, 2, 11, 21].allSatisfy { PluralRules.category(of: $0, .cardinal, in: language) == .other })
        }
        #expect((0...3).allSatisfy { PluralRules.category(of: $0, .cardinal, in: "ja") == .other })
    }

    @Test func `every number has a form that its language is said to have`() {
        for language in PluralRules.languages {
            for kind in [PluralRules.Kind.cardinal, .ordinal] {
                let found = Set((0...1_000).map { PluralRules.category(of: $0, kind, in: language) })
                #expect(found == PluralRules.categories(kind, in: language), "\(language) \(kind)")
            }
        }
    }
}
