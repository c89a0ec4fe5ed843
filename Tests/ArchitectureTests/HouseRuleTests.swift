import Foundation
import Testing

/// Rules of the house that a compiler does not know.
@Suite struct HouseRuleTests {
    private static let clock = [
        "Date()", "Date.now", "ContinuousClock.now", "FileManager", "Process()", "socket(",
    ]

    static let rules = [
        Rule(
            files: "Sources/Platform/Geo/", mustNotSay: clock,
            because: "a pure module asks neither clock nor disk"),
        Rule(
            files: "Sources/Platform/GeoSearch/", mustNotSay: clock,
            because: "a pure module asks neither clock nor disk"),
        Rule(
            files: "Sources/Platform/Localization/", mustNotSay: clock,
            because: "a pure module asks neither clock nor disk"),
        Rule(
            files: "Sources/Platform/JSON/", mustNotSay: clock,
            because: "a pure module asks neither clock nor disk"),
        Rule(
            files: "Sources/Platform/WebPush/", mustNotSay: clock,
            because: "a pure module asks neither clock nor disk"),
        Rule(
            files: "Sources/Platform/Calendars/", mustNotSay: clock,
            because: "a pure module asks neither clock nor disk"),
        Rule(
            files: "Sources/Platform/Money/", mustNotSay: clock,
            because: "a pure module asks neither clock nor disk"),
        Rule(
            files: "Sources/Platform/PayCodes/", mustNotSay: clock,
            because: "a pure module asks neither clock nor disk"),
        Rule(
            files: "Sources/Platform/QRCodes/", mustNotSay: clock,
            because: "a pure module asks neither clock nor disk"),
        Rule(
            files: "Sources/", mustNotSay: ["try!", "as!", "fatalError("],
            because: "a fault is an answer, not the end of everybody's requests"),
        Rule(
            files: "Sources/", mustNotSay: ["Insecure.", "_CryptoExtras", "import CommonCrypto"],
            because: "MD5 and SHA-1 prove nothing"),
        Rule(
            files: "Sources/", except: ["Sources/Noonish/"], mustNotSay: ["print("],
            because: "what happens goes to the log, where secrets are taken out"),
    ]

    @Test(arguments: rules)
    func `a rule of the house holds`(rule: Rule) throws {
        let sources = try SourceFile.all(below: "Sources")

        #expect(rule.breaches(in: sources) == [])
    }

    @Test func `an unchecked Sendable says why it holds`() throws {
        for file in try SourceFile.all(below: "Sources") {
            for (number, line) in file.lines.enumerated() where line.contains("@unchecked Sendable") {
                let above = file.lines[max(0, number - 12)...number].joined(separator: "\n")

                #expect(above.contains("//"), "\(file.path):\(number + 1) has no comment that proves it")
            }
        }
    }

    @Test func `nothing is left to be done later`() throws {
        let marks = ["TO" + "DO", "FIX" + "ME"]
        let places = [
            ("Sources", ".swift"), ("Sources/Web", ".js"), ("Sources/Web", ".css"), ("Tests", ".swift"),
            ("Tests", ".py"),
            ("sql", ".sql"), ("config", ".yaml"), ("script", ""),
        ]
        for (folder, suffix) in places {
            for file in try SourceFile.all(below: folder, endingIn: suffix) {
                for (number, line) in file.lines.enumerated() {
                    #expect(!marks.contains { line.contains($0) }, "\(file.path):\(number + 1): \(line)")
                }
            }
        }
    }

    @Test func `migrations are numbered from 1 without gaps`() throws {
        let names = try SourceFile.all(below: "sql/migrations", endingIn: ".sql").map(\.path)
        let numbers = names.map { name in
            Int(name.dropFirst("sql/migrations/".count).prefix(4)) ?? 0
        }

        #expect(numbers == Array(1...names.count))
    }

    @Test func `a migration tells the operator why, what it locks, when to deploy and how to undo`() throws {
        for file in try SourceFile.all(below: "sql/migrations", endingIn: ".sql") {
            let head = file.lines.prefix { $0.hasPrefix("--") || $0.isEmpty }.joined(separator: "\n")
            for word in ["-- Why:", "-- Locks:", "-- Deploy:", "-- Undo:"] {
                #expect(head.contains(word), "\(file.path) does not say \(word.dropFirst(3))")
            }
        }
    }
}
