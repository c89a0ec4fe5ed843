import JSON
import OpenAPI
import TestSupport
import Testing

/// What several operations have is written once.
@Suite struct SharedDefinitionsTests {
    private static let person = Schema.named("Person", .object(.field("name", .string("Leila"))))

    private func operation(_ id: String, limit: Int, _ description: String) -> OpenAPI.Operation {
        OpenAPI.Operation(
            method: "GET", path: "/\(id)", id: id, tag: "People", summary: "Read a person", description: "",
            parameters: [
                Parameter("at", in: .query, .instant, "The time."),
                Parameter("limit", in: .query, .integer(1...limit), "The limit."),
            ], body: nil,
            answers: [Answer(200, description, [Content("application/json", Self.person)])],
            security: [["session"]])
    }

    private func document(_ operations: [OpenAPI.Operation]) -> JSONValue {
        OpenAPIDocument(
            title: "", version: "", description: "", tags: [], securitySchemes: [],
            security: [["session"]], operations: operations
        ).json
    }

    @Test func `a definition of two operations is a component, one of a single operation is in place`() {
        let shared = document([
            operation("first", limit: 10, "The first"), operation("second", limit: 20, "The second"),
        ])
        let first = shared["paths"]["/first"]["get"]
        let alone = document([operation("first", limit: 10, "The first")])

        #expect(
            first["parameters"].elements
                == [
                    ["$ref": "#/components/parameters/at"],
                    [
                        "name": "limit", "in": "query", "description": "The limit.",
                        "schema": [
                            "type": "integer", "minimum": 1, "maximum": 10,
                        ],
                    ],
                ])
        #expect(
            first["responses"]["200"]
                == ["$ref": "#/components/responses/Person", "description": "The first"])
        #expect(shared["components"]["parameters"].names == ["at"])
        #expect(shared["components"]["responses"]["Person"]["description"].text == "Person")
        #expect(alone["components"]["responses"].names == [])
        #expect(alone["paths"]["/first"]["get"]["responses"]["200"]["description"].text == "The first")
    }

    @Test func `of several definitions with one name the most frequent is shared`() {
        let shared = document([
            operation("first", limit: 10, "A"), operation("second", limit: 20, "B"),
            operation("third", limit: 20, "C"),
        ])

        #expect(shared["components"]["parameters"]["limit"]["schema"]["maximum"] == 20)
        #expect(shared["paths"]["/first"]["get"]["parameters"].elements[1]["name"].text == "limit")
    }
}
