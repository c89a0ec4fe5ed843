import Foundation
import Localization
import TestSupport
import Testing

/// The catalogue and what says it fit each other. What the browser client says is looked at by Tests/Browser.
@Suite struct CatalogueUseTests {
    private static let sections = ["calendar", "change", "mail", "page", "problem", "push", "sheet", "time"]

    /// Everything in Swift and in the server's templates that could be a key, and what keys are made of.
    private struct Uses {
        var keys: Set<String> = []
        var stems: Set<String> = []
        var said: Set<String> = []
        var literals: Set<String> = []

        init() throws {
            for file in try SourceFile.all(below: "Sources") {
                let text = file.lines.joined(separator: "\n")
                said.formUnion(text.matches(of: /say\(\s*"([\w.]+)"/).map { String($0.1) })
                literals.formUnion(text.matches(of: /"([a-z_]+)"/).map { String($0.1) })
                for match in text.matches(of: /"([a-z]+\.[\w.]*)("|\\\()/) {
                    if match.2 == "\"" { keys.insert(String(match.1)) } else { stems.insert(String(match.1)) }
                }
            }
            for file in try SourceFile.all(below: "Sources/Web", endingIn: ".mustache")
                + SourceFile.all(below: "Sources/Web", endingIn: "index.html")
            {
                for match in file.lines.joined(separator: "\n").matches(of: /\{\{(\w+)\.(\w+)\}\}/) {
                    keys.insert(match.1 == "page" ? "page.\(match.2)" : "page.\(match.1).\(match.2)")
                }
            }
        }

        func uses(_ key: String) -> Bool {
            if keys.contains(key) { return true }
            guard let stem = stems.first(where: { key.hasPrefix($0) }) else { return false }
            return stem != "problem." || literals.contains(String(key.dropFirst(stem.count)))
        }
    }

    @Test func `every message is said somewhere`() throws {
        let uses = try Uses()
        let own = Catalogue.shipped.keys.filter { key in
            !["web.", "about.", "account.", "bills.", "people.", "venues.", "records.", "series."].contains {
                key.hasPrefix($0)
            }
        }

        #expect(own.filter { !uses.uses($0) } == [])
        #expect(own.allSatisfy { key in Self.sections.contains { key.hasPrefix($0 + ".") } })
    }

    @Test func `whatever is said is a message`() throws {
        let uses = try Uses()
        let all = Set(Catalogue.shipped.keys)
        let templates = uses.keys.filter { key in
            key.hasPrefix("page.") && !all.contains { $0.hasPrefix(key + ".") }
        }

        #expect(uses.said.count > 30)
        #expect(uses.said.union(templates).subtracting(all) == [])
    }

    /// A file that says many messages of one section has a function that adds the section to their keys.
    @Test func `whatever is said with the section of its file is a message`() throws {
        var said: Set<String> = []
        for file in try SourceFile.all(below: "Sources") {
            let text = file.lines.joined(separator: "\n")
            guard let section = text.firstMatch(of: /say\("([\w.]+\.)\\\(key\)", values\)/)?.1 else {
                continue
            }
            for match in text.matches(of: /message\(\s*(?:[^"()]+ \? )?"([\w.]+)"(?: : "([\w.]+)")?/) {
                said.formUnion([match.1, match.2].compactMap { $0 }.map { "\(section)\($0)" })
            }
        }

        #expect(said.count > 30)
        #expect(said.subtracting(Catalogue.shipped.keys) == [])
    }

    @Test func `the languages are those of the design`() {
        #expect(Catalogue.shipped.tags == ["ar", "de", "en", "fi", "ja"])
    }
}
