import Foundation
import JSON
import Testing

/// The client's methods against the contract: every request of the service has one, or stands among those that have none.
@Suite struct RequestsTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    private static let client = root.appending(path: "Sources/Client/NoonishClient")

    /// `GET /v1/outings/{}` for every request of the contract that is no page or file.
    private func contracted() throws -> Set<String> {
        let text = try String(
            contentsOf: Self.root.appending(path: "docs/openapi.json"), encoding: .utf8)
        guard case .object(let document) = try JSONValue(parsing: text),
            case .object(let paths) = document["paths"]
        else {
            Issue.record("docs/openapi.json has no paths")
            return []
        }
        var found: Set<String> = []
        for path in paths.members where path.name.hasPrefix("/v1/") {
            guard case .object(let methods) = path.value else { continue }
            for method in methods.members where method.name != "parameters" {
                found.insert("\(method.name.uppercased()) \(path.name)".withoutNames)
            }
        }
        return found
    }

    /// Requests that `file` names, in backticks.
    private func named(in file: URL) throws -> Set<String> {
        let text = try String(contentsOf: file, encoding: .utf8)
        return Set(
            text.matches(of: /`((?:GET|POST|PUT|PATCH|DELETE) \/v1\/[^`]*)`/).map {
                String($0.1).withoutNames
            })
    }

    @Test func `every request has a method or a reason to have none`() throws {
        let contracted = try contracted()
        let sources = try FileManager.default.contentsOfDirectory(
            at: Self.client, includingPropertiesForKeys: nil
        ).filter { $0.pathExtension == "swift" }
        let methods = try sources.reduce(into: Set<String>()) { try $0.formUnion(named(in: $1)) }
        let without = try named(in: Self.client.appending(path: "NoonishClient.docc/Requests.md"))

        #expect(contracted.count > 100)
        #expect(contracted.subtracting(methods).subtracting(without).sorted() == [])
        #expect(methods.union(without).subtracting(contracted).sorted() == [])
        #expect(methods.intersection(without).sorted() == [])
    }
}

extension String {
    /// Parameters of a path may have any name.
    fileprivate var withoutNames: String { replacing(/\{[^}]*\}/, with: "{}") }
}
