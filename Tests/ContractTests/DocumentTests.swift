import Access
import Foundation
import HTTPTypes
import JSON
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

        #expect(kept == made, "renew it: NOONISH_RENEW=1 swift test --filter ContractTests")
    }

    @Test func `every route is described beside it, and nothing that is no route`() async throws {
        try await withWholeProgram { program in
            let document = KeptContract(Contract.document.json)
            var undescribed: [String] = []
            var described: Set<String> = []
            for route in program.routes {
                let path = route.path.replacing("**", with: "a/file")
                let template = document.template(of: path.replacing(/\{[^}]*\}/, with: "x"), preferring: path)
                guard let template,
                    let words = Contract.routes.first(where: {
                        $0.key == "\(route.method.rawValue) \(template)"
                    })
                else {
                    undescribed.append(route.key)
                    continue
                }
                described.insert(words.key)
                #expect(words.scope == route.scope, "\(route.key): its description says another scope")
                #expect(words.kind == route.kind, "\(route.key): its description says another kind")
            }

            #expect(undescribed == [], "a route that nobody is told of. \(KeptContract.advice)")
            #expect(
                Set(Contract.routes.map(\.key)).subtracting(described) == [],
                "described, but no route: remove it from its …Routes+Description.swift, or name its routes in Routes.swift"
            )
        }
    }

    @Test func `operations have names of their own`() {
        let ids = Contract.routes.map(\.id)
        let repeated = Dictionary(grouping: ids) { $0 }.filter { $1.count > 1 }.keys

        #expect(repeated.sorted() == [])
    }

    @Test func `every example fits its schema`() {
        let document = Contract.document.json
        var faults: [String] = []
        var count = 0
        func look(_ value: JSONValue, at place: String) {
            if value.names.contains("example"), value.names.contains("schema") {
                count += 1
                faults += SchemaCheck(document: document)
                    .faults(of: value["example"], against: value["schema"]).map { "\(place): \($0)" }
                return
            }
            for name in value.names { look(value[name], at: "\(place)/\(name)") }
            for (index, element) in value.elements.enumerated() { look(element, at: "\(place)/\(index)") }
        }
        look(document, at: "")

        #expect(count > 400)
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
