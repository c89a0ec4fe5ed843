import Access
import Foundation
import HTTPKit
import HTTPTypes
import JSON
import NoonishAPI
import OpenAPI
import TestSupport
import Testing

@testable import Noonish

/// `docs/openapi.json` says what the program does, all of it and nothing else.
@Suite struct DocumentTests {
    @Test func `the kept document is the one that the program makes`() throws {
        let made = Contract.document.text
        if ProcessInfo.processInfo.environment["NOONISH_RENEW"] != nil {
            try made.write(to: KeptContract.place, atomically: true, encoding: .utf8)
        }

        let kept = try String(contentsOf: KeptContract.place, encoding: .utf8)

        #expect(kept == made, "renew it: NOONISH_RENEW=1 script/test --only ContractTests")
    }

    @Test func `every route is in the document, except the web client's files`() async throws {
        try await withWholeProgram { program in
            let described = Set(Contract.routes.map(\.key))
            let served = program.routes.filter { $0.kind == .json || $0.action != .readService }

            #expect(Set(served.map(\.key)).subtracting(described).sorted() == [], "use a RouteGroup")
            #expect(
                described.subtracting(program.routes.map(\.key)).sorted() == [], "a group that is not served")
            #expect(Set(program.routes.map(\.key)).count == program.routes.count)
        }
    }

    @Test func `the document has all of the API and no page for people`() {
        let paths = Set(Contract.document.json["paths"].names)
        let routes = Set(Contract.routes.map(\.path))

        #expect(routes.filter { $0.hasPrefix("/v1/") }.isSubset(of: paths))
        #expect(paths.isSubset(of: routes))
        #expect(paths.intersection(["/i/{token}", "/lost-link", "/operator", "/docs"]) == [])
        #expect(paths.isSuperset(of: ["/healthz", "/openapi.json"]))
    }

    @Test func `a problem with an undocumented code or status is found`() {
        func faults(_ status: Int, _ code: String) -> [String] {
            let problem =
                #"{"type":"/problems/x","title":"x","status":\#(status),"code":"\#(code)"}"#
            return KeptContract(Contract.document.json).faults(
                .put, "/v1/outings/0197f2a0-5b1c-7d3e-9f40-2c6a1e8b7d05/cancellation",
                TestSupport.Answer(
                    status: .init(code: status),
                    headers: [.contentType: "application/problem+json", .requestID: "x"], text: problem))
        }

        #expect(faults(409, "outing_done") == [])
        #expect(faults(409, "full") == ["the code full is not documented"])
        #expect(faults(421, "misdirected_request") == [])
        #expect(faults(421, "outing_done").isEmpty == false)
        #expect(faults(410, "misdirected_request").isEmpty == false)
    }

    @Test func `a problem with an undocumented member is found`() throws {
        let check = SchemaCheck(document: Contract.document.json)
        func faults(_ schema: String, _ members: String) throws -> [String] {
            let problem = try JSONValue(
                parsing: #"{"type":"/problems/full","title":"x","status":409,"code":"full"\#(members)}"#)
            return check.faults(of: problem, against: ["$ref": .string("#/components/schemas/\(schema)")])
        }

        #expect(try faults("FullProblem", #","detail":"x","free":2"#) == [])
        #expect(try faults("FullProblem", #","seats":2"#) == ["the body: seats is not documented"])
        #expect(try faults("FullProblem", #","free":"two""#).isEmpty == false)
        #expect(try faults("Problem", #","detail":"x""#) == [])
        #expect(try faults("Problem", #","free":2"#) == ["the body: free is not documented"])
    }

    @Test func `a response without the header fields of all responses is found`() {
        let faults = KeptContract(Contract.document.json).faults(
            .delete, "/v1/outings/0197f2a0-5b1c-7d3e-9f40-2c6a1e8b7d05",
            TestSupport.Answer(status: .noContent, headers: [:], text: ""))

        #expect(
            faults == ["the header X-Request-Id is missing", "the header Cache-Control is missing"])
    }

    @Test func `every endpoint of the API has a route`() throws {
        let folder = KeptContract.place.deletingLastPathComponent().appending(
            path: "../Sources/API/Endpoints")
        let files = try FileManager.default.contentsOfDirectory(
            at: folder.standardizedFileURL, includingPropertiesForKeys: nil)
        let names = try files.filter { $0.lastPathComponent.contains("+") }.flatMap { file in
            try String(contentsOf: file, encoding: .utf8).matches(of: /static var (\w+): Endpoint/).map {
                String($0.1)
            }
        }

        #expect(names.count > 100)
        #expect(Set(names).subtracting(Contract.routes.map(\.endpoint.id)).sorted() == [])
        #expect(
            Set(Contract.routes.filter { $0.path.hasPrefix("/v1/") }.map(\.endpoint.id))
                .subtracting(names).sorted() == [])
    }

    @Test func `operations have names of their own`() {
        let ids = Contract.routes.map(\.endpoint.id)
        let repeated = Dictionary(grouping: ids) { $0 }.filter { $1.count > 1 }.keys

        #expect(repeated.sorted() == [])
    }

    @Test func `every example fits its schema`() {
        let document = Contract.document.json
        var faults: [String] = []
        var count = 0
        func look(_ value: JSONValue, at place: String) {
            for example in value["examples"].elements {
                count += 1
                faults += SchemaCheck(document: document).faults(of: example, against: value).map {
                    "\(place): \($0)"
                }
            }
            for name in value.names { look(value[name], at: "\(place)/\(name)") }
            for (index, element) in value.elements.enumerated() { look(element, at: "\(place)/\(index)") }
        }
        look(document, at: "")

        #expect(count > 300)
        #expect(faults == [])
    }

    @Test func `a value that breaks its schema is found, with its place`() {
        let check = SchemaCheck(document: Contract.document.json)
        let person: JSONValue = ["$ref": "#/components/schemas/Person"]
        func faults(_ text: String) -> [String] {
            check.faults(of: (try? JSONValue(parsing: text)) ?? .null, against: person)
        }

        #expect(faults(#"{"id":"0197f2a0-5b1c-7d3e-9f40-2c6a1e8b7d05","name":"Leila"}"#) == [])
        #expect(faults(#"{"id":"1","name":"Leila"}"#).count == 1)
        #expect(faults(#"{"id":"0197f2a0-5b1c-7d3e-9f40-2c6a1e8b7d05"}"#) == ["the body: name is missing"])
        #expect(
            faults(#"{"id":"0197f2a0-5b1c-7d3e-9f40-2c6a1e8b7d05","name":"Leila","email":"x"}"#)
                == ["the body: email is not documented"])
        #expect(faults("7").isEmpty == false)
        #expect(check.faults(of: 7, against: ["multipleOf": 2]).isEmpty == false)
    }

    @Test func `the program serves the document and prints it`() async throws {
        try await withWholeProgram { program in
            let served = try await program.site.program().get("/openapi.json")
            let page = try await program.site.browser().get("/docs")

            #expect(served.text == Contract.document.text)
            #expect(page.text.contains("/assets/reference.js"))
            #expect(page.headers[.contentSecurityPolicy]?.contains("script-src 'self'") == true)
        }
    }
}
