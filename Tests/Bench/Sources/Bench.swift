import Foundation

/// `noonish-bench [PART…] [--json FILE]`: measures, prints one table, and fails when a goal is missed.
@main struct Bench {
    /// What can be measured, by name.
    static let parts: [(name: String, run: @Sendable () async throws -> [Row])] = [
        ("json", JSONBench.run), ("money", MoneyBench.run), ("postgres", PostgresBench.run),
        ("geosearch", GeoSearchBench.run),
    ]

    static func main() async throws {
        var names: [String] = []
        var file: String?
        var arguments = CommandLine.arguments.dropFirst()
        while let argument = arguments.popFirst() {
            if argument == "--json" {
                file = arguments.popFirst()
                if file == nil { fail("--json needs a file") }
            } else if parts.contains(where: { $0.name == argument }) {
                names.append(argument)
            } else {
                fail("there is no part \(argument); there are: \(parts.map(\.name).joined(separator: ", "))")
            }
        }
        var report = Report()
        for part in parts where names.isEmpty || names.contains(part.name) {
            report.rows += try await part.run()
        }
        print(report.table)
        if let file { try report.json().write(to: URL(filePath: file)) }
        if !report.rows.allSatisfy(\.holds) { exit(1) }
    }

    private static func fail(_ message: String) -> Never {
        FileHandle.standardError.write(Data("noonish-bench: \(message)\n".utf8))
        exit(2)
    }
}
