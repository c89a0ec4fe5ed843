import Foundation
import Testing

/// What can be checked of the project's language: names and comments that a newcomer would have to decode.
@Suite struct WordTests {
    /// Words that were type names of ours, or are metaphors where a term exists.
    static let bannedInTypeNames = [
        "Door", "Desk", "Deed", "Bell", "Wish", "Gist", "Fate", "Way", "Ways", "House", "Town", "Courier",
        "Told", "Telling", "Claimed", "Kept", "Posted", "Made", "Hearing", "Overdue", "Surroundings",
        "Whereabouts", "Tastes", "Favour", "Talk", "Deciding",
    ]

    /// Forms that are never right in a comment, each with the advice that names its test case.
    static let commentForms: [(name: String, pattern: String)] = [
        ("`nil` is code, not a sentence", #"(///|//|-) (Returns: |Parameter \w+: )?Nil\b"#),
        ("say who: the caller, a guest", #"(^|[^:])//.*\b([Ss]omebody|[Nn]obody|[Aa]nybody|[Ee]verybody)\b"#),
        ("name the role instead of \"whoever\"", #"(^|[^:])//.*\b([Ww]hoever|[Ww]homever)\b"#),
        ("say notified, reads, chooses", #"(^|[^:])//.*\b([Tt]old|[Hh]ears?|[Hh]eard|[Ww]ish(es)?)\b"#),
        ("use the term instead of a metaphor", #"(^|[^:])//.*\b(bell|deed|fate|gist)\b"#),
    ]

    /// Words that are never right in documents, comments of the web client and of the schema, and English texts.
    static var bannedWords: Regex<Substring> {
        /\b(?:[Ss]omebody|[Nn]obody|[Aa]nybody|[Ee]verybody|[Ww]ho(?:m)?ever)\b/
    }

    /// Type names that end like a participle and are none.
    static let nouns: Set = ["Need", "DrawSeed", "TimeLimitExceeded"]

    @Test func `type names are nouns of the field`() throws {
        let declaration = /\b(?:struct|class|enum|actor|protocol|typealias) +([A-Z]\w*)/
        for file in try SourceFile.all(below: "Sources") {
            for (number, line) in file.lines.enumerated() where !line.contains("//") {
                guard let name = line.firstMatch(of: declaration)?.1 else { continue }
                let words = name.matches(of: /[A-Z][a-z0-9]*|[A-Z]+(?![a-z])/).map { String($0.output) }
                let banned = words.filter(Self.bannedInTypeNames.contains)

                #expect(banned.isEmpty, "\(file.path):\(number + 1): \(name)")
            }
        }
    }

    @Test func `nothing that mutates reads as a question`() throws {
        let lines = try lines(of: "Sources") {
            $0.contains("mutating func") && $0.contains(/mutating func (?:is|has)[A-Z]/)
        }
        #expect(lines == [])
    }

    @Test func `functions are named after what they do`() throws {
        let lines = try lines(of: "Sources") {
            $0.contains("func ") && $0.contains(/\bfunc (?:look|ask|turn|again)\(/)
        }
        #expect(lines == [])
    }

    @Test(arguments: commentForms.map(\.name))
    func `comments are written in plain English`(form: String) throws {
        let pattern = try Regex(try #require(Self.commentForms.first { $0.name == form }).pattern)
        let lines = try lines(of: "Sources", "Tests") { $0.contains("//") && $0.contains(pattern) }
        #expect(lines == [])
    }

    @Test func `a doc comment is a sentence or begins with a noun phrase or a verb`() throws {
        let files = try SourceFile.all(below: "Sources") + SourceFile.all(below: "Tests")
        let headless = files.flatMap { file in
            zip(file.lines.indices, file.lines).filter { number, line in
                line.contains(/^ *\/\/\/ (?:Who|Whose|Of|As|Those)\b/)
                    && !file.lines[max(number - 1, 0)].contains("///")
            }.map { "\(file.path):\($0 + 1): \($1.trimmingCharacters(in: .whitespaces))" }
        }

        #expect(headless == [])
    }

    @Test func `no type is named by a participle`() throws {
        let declaration = /^[^\/]*\b(?:struct|class|enum|actor|protocol|typealias) +([A-Z]\w*ed)\b/
        let names = try SourceFile.all(below: "Sources").flatMap { file in
            file.lines.compactMap { line in line.firstMatch(of: declaration).map { String($0.1) } }
        }

        #expect(Set(names).subtracting(Self.nouns).sorted() == [])
        #expect(Self.nouns.subtracting(names).sorted() == [], "no longer needed")
    }

    @Test func `documents and English texts are written in plain English`() throws {
        // docs/asvs.md and docs/security.md quote names of tests, and docs/style.md the words to avoid.
        let documents = try SourceFile.all(below: "docs", endingIn: ".md").filter {
            !["docs/asvs.md", "docs/security.md", "docs/style.md"].contains($0.path)
        }
        let texts = try SourceFile.all(below: "config/locales", endingIn: "en.yaml").map { file in
            // Without the names of the texts.
            SourceFile(path: file.path, lines: file.lines.map { $0.replacing(/^ *\w+:/, with: "") })
        }

        #expect(Self.banned(in: documents + texts) == [])
    }

    @Test func `comments of the web client and of the schema are written in plain English`() throws {
        let scripts = try SourceFile.all(below: "Sources/Web/assets", endingIn: ".js").map { file in
            SourceFile(
                path: file.path,
                lines: file.lines.map { line in
                    line.firstMatch(of: /(?:^|[^:])\/\/.*|\/\*.*|^ *\*.*/).map { $0.output } ?? ""
                })
        }
        let migrations = try SourceFile.all(below: "sql/migrations", endingIn: ".sql").map { file in
            SourceFile(
                path: file.path,
                lines: file.lines.map { $0.contains("--") || $0.contains("COMMENT ON") ? $0 : "" })
        }

        #expect(Self.banned(in: scripts + migrations) == [])
    }

    private static func banned(in files: [SourceFile]) -> [String] {
        files.flatMap { file in
            zip(1..., file.lines).filter { $1.contains(bannedWords) }.map {
                "\(file.path):\($0): \($1.trimmingCharacters(in: .whitespaces))"
            }
        }
    }

    /// The lines of the folders for which `condition` holds, each with its place. The benchmarks' folder may have the
    /// sources of their dependencies, and this file has the forms.
    private func lines(of folders: String..., where condition: (Substring) -> Bool) throws -> [String] {
        let files = try folders.flatMap { try SourceFile.all(below: $0) }.filter {
            !$0.path.contains("/Bench/") && !$0.path.hasSuffix("/WordTests.swift")
        }
        return files.flatMap { file in
            file.lines.enumerated().filter { condition($1) }.map { number, line in
                "\(file.path):\(number + 1): \(line.trimmingCharacters(in: .whitespaces))"
            }
        }
    }

    @Test func `files are named after a type or a concern of one`() throws {
        for file in try SourceFile.all(below: "Sources/Features") + SourceFile.all(below: "Sources/Platform")
        {
            let name = file.path.split(separator: "/").last ?? ""

            #expect(
                name.firstMatch(of: /^[A-Z][A-Za-z0-9]*(\+[A-Z][A-Za-z0-9]*)?\.swift$/) != nil,
                "\(file.path)")
        }
    }
}
