import Foundation
import JSON
import TestSupport
import Testing
import Yams

/// The alert rules and the dashboard ask for metrics that the program has.
@Suite struct MonitoringTests {
    private static let folder = Repository.folder.appending(path: "config/monitoring")

    @Test(arguments: ["alerts.yaml", "dashboard.json"])
    func `every metric exists`(file: String) throws {
        let text = try String(contentsOf: Self.folder.appending(path: file), encoding: .utf8)
        let known = try Self.metrics()
        let used = Set(text.matches(of: /\bnoonish_([a-z_]+)/).map { String($0.1) })

        #expect(!used.isEmpty)
        #expect(used.subtracting(known).isEmpty)
    }

    @Test func `every alert has an expression and a summary`() throws {
        let text = try String(contentsOf: Self.folder.appending(path: "alerts.yaml"), encoding: .utf8)
        let groups = try #require(try Yams.load(yaml: text) as? [String: [[String: Any]]])["groups"]
        let rules = try #require(groups?.first?["rules"] as? [[String: Any]])

        #expect(!rules.isEmpty)
        for rule in rules {
            #expect(rule["alert"] is String && rule["expr"] is String, "\(rule)")
            #expect((rule["annotations"] as? [String: String])?["summary"]?.isEmpty == false, "\(rule)")
        }
    }

    @Test func `the dashboard is one that Grafana reads`() throws {
        let text = try String(contentsOf: Self.folder.appending(path: "dashboard.json"), encoding: .utf8)
        guard case .object(let board) = try JSONValue(parsing: text),
            case .array(let panels)? = board["panels"]
        else {
            Issue.record("not an object with panels")
            return
        }
        let ids = panels.compactMap { $0["id"] }

        #expect(ids.count == panels.count && Set(ids.map { "\($0)" }).count == ids.count)
    }

    /// The names, without the prefix, that the sources give to metrics, with the suffixes that an export adds.
    private static func metrics() throws -> Set<String> {
        var names: Set<String> = []
        for source in try sources() {
            for match in source.matches(of: /(?:label:|gauge\(|\()\s*"([a-z_]+)"/) {
                let label = String(match.1)
                let base = label.hasSuffix("_seconds") ? label : label + "_seconds"
                names.formUnion([label, label.hasSuffix("_total") ? label : label + "_total"])
                names.formUnion(["_bucket", "_sum", "_count"].map { base + $0 })
            }
        }
        return names
    }

    private static func sources() throws -> [String] {
        let folder = Repository.folder.appending(path: "Sources")
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        return try (files?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "swift" }
            .map { try String(contentsOf: $0, encoding: .utf8) }
    }
}
