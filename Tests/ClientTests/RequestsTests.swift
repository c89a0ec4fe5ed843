import Foundation
import JSON
import NoonishAPI
import Testing

/// The client's requests against the contract: every operation has one, or a reason to have none.
@Suite struct RequestsTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    private static let client = root.appending(path: "Sources/Client/NoonishClient")

    /// The ids of every operation below `/v1`.
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
            for method in methods.members {
                guard case .object(let operation) = method.value,
                    case .string(let id)? = operation["operationId"]
                else { continue }
                found.insert(id)
            }
        }
        return found
    }

    @Test func `every operation has a request or a reason to have none`() throws {
        let contracted = try contracted()
        let sources = try FileManager.default.contentsOfDirectory(
            at: Self.client, includingPropertiesForKeys: nil
        ).filter { $0.pathExtension == "swift" }
        let requests = try sources.reduce(into: Set<String>()) { all, file in
            let text = try String(contentsOf: file, encoding: .utf8)
            all.formUnion(text.matches(of: /Call\(\s*\.(\w+)/).map { String($0.1) })
        }
        let table = try String(
            contentsOf: Self.client.appending(path: "NoonishClient.docc/Requests.md"), encoding: .utf8)
        let without = Set(table.matches(of: /\| `(\w+)` \|/).map { String($0.1) })

        #expect(contracted.count > 100)
        #expect(contracted.subtracting(requests).subtracting(without).sorted() == [])
        #expect(requests.union(without).subtracting(contracted).sorted() == [])
        #expect(requests.intersection(without).sorted() == [])
    }

    @Test func `an endpoint fills its path with percent-encoded values`() {
        let endpoint = Endpoint(.get, "/v1/circles/{id}/members/{person}.json", id: "test")

        #expect(endpoint.variables == ["id", "person"])
        #expect(endpoint.path("a/b ü", "{id}") == "/v1/circles/a%2Fb%20%C3%BC/members/%7Bid%7D.json")
        #expect(Endpoint.readOuting.id == "readOuting")
        #expect(Endpoint.readOuting.method == .get)
    }

    @Test func `every request gives its path the values that it has variables for`() throws {
        let sources = try FileManager.default.contentsOfDirectory(
            at: Self.client, includingPropertiesForKeys: nil
        ).filter { $0.pathExtension == "swift" }
        let endpoints = try FileManager.default.contentsOfDirectory(
            at: Self.root.appending(path: "Sources/API/Endpoints"), includingPropertiesForKeys: nil)
        let variables = try endpoints.reduce(into: [String: Int]()) { all, file in
            let text = try String(contentsOf: file, encoding: .utf8)
            for match in text.matches(of: /static var (\w+): Endpoint \{\s*\.\w+\(\s*"([^"]*)"/) {
                all[String(match.1)] = match.2.count { $0 == "{" }
            }
        }

        for file in sources {
            let text = try String(contentsOf: file, encoding: .utf8)
            for match in text.matches(of: /Call\(\s*\.(\w+)((?:,\s*(?!query:|body:|key:|of:)["\w]+)*)/) {
                let values = match.2.count { $0 == "," }
                #expect(values == variables[String(match.1)], "\(match.1)")
            }
        }
    }
}
