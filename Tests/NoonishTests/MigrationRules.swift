import Foundation

/// What a migration of a running service must not do to tables that have rows: block requests while it reads or writes
/// them all.
enum MigrationRules {
    /// The files that make the first schema. No database has rows before the last of them.
    static let baseline = 19

    /// Returns the statements of a migration that break a rule, each with the reason.
    static func faults(in text: String) -> [String] {
        let statements = statements(of: text)
        let new = Set(
            statements.compactMap { name(of: $0, after: /(?i)^CREATE TABLE (?:IF NOT EXISTS )?(\w+)/) })
        let unchecked = Set(
            statements.filter { $0.contains(/(?i)\bNOT VALID\b/) }
                .compactMap { name(of: $0, after: /(?i)\bADD CONSTRAINT (\w+)/) })
        return statements.flatMap { statement in
            rules.compactMap { rule in
                guard let table = name(of: statement, after: rule.table), !new.contains(table),
                    rule.isBroken(statement)
                else { return nil }
                return "\(statement.prefix(80)): \(rule.because)"
            } + validations(in: statement, of: unchecked)
        }
    }

    private struct Rule {
        let table: Regex<(Substring, Substring)>
        let because: String
        var isBroken: (String) -> Bool = { _ in true }
    }

    private static var rules: [Rule] {
        [
            Rule(
                table: /(?i)^CREATE (?:UNIQUE )?INDEX .*?\bON (\w+)/,
                because: "blocks writes; use CONCURRENTLY in a file of its own that says no-transaction",
                isBroken: { !$0.contains(/(?i)\bCONCURRENTLY\b/) }),
            Rule(
                table: /(?i)^ALTER TABLE (?:ONLY )?(\w+) .*\bADD (?:CONSTRAINT|CHECK|FOREIGN KEY)/,
                because:
                    "reads the whole table under a lock; add it NOT VALID, and validate it in the next file",
                isBroken: { !$0.contains(/(?i)\bNOT VALID\b|\bUSING INDEX\b/) }),
            Rule(
                table: /(?i)^ALTER TABLE (?:ONLY )?(\w+) .*\bSET NOT NULL/,
                because: "reads the whole table under a lock, unless a validated CHECK says so already"),
            Rule(
                table: /(?i)^ALTER TABLE (?:ONLY )?(\w+) .*\bALTER COLUMN \w+ (?:SET DATA )?TYPE\b/,
                because: "writes the whole table anew under a lock"),
            Rule(
                table: /(?i)^(?:UPDATE|DELETE FROM) (?:ONLY )?(\w+)/,
                because: "locks many rows until the end of the migration; do it in batches"),
        ]
    }

    private static func validations(in statement: String, of unchecked: Set<String>) -> [String] {
        guard let constraint = name(of: statement, after: /(?i)\bVALIDATE CONSTRAINT (\w+)/),
            unchecked.contains(constraint)
        else { return [] }
        return [
            "\(statement.prefix(80)): holds the lock of its NOT VALID meanwhile; validate in the next file"
        ]
    }

    private static func name(of statement: String, after pattern: Regex<(Substring, Substring)>) -> String? {
        statement.firstMatch(of: pattern).map { $0.1.lowercased() }
    }

    /// The statements on one line each, without comments and the bodies of functions.
    private static func statements(of text: String) -> [String] {
        text.replacing(/(?s)\$\$.*?\$\$/, with: "''").replacing(/--[^\n]*/, with: "")
            .split(separator: ";")
            .map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
            .filter { !$0.isEmpty }
    }
}
