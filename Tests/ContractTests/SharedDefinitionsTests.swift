import Access
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

    @Test func `composite schemas of bodies and responses are named after their operation`() {
        let flag = Schema.object(.field("flag", .boolean))
        let components = document([
            OpenAPI.Operation(
                method: "PUT", path: "/flag", id: "setFlag", tag: "People", summary: "Set it",
                description: "",
                parameters: [], body: Body([Content("application/json", flag)], isRequired: true),
                answers: [
                    Answer(200, "The flag", [Content("application/json", flag)]),
                    Answer(409, "Too late", [Content("application/problem+json", flag)]),
                ], security: [["session"]])
        ])
        let operation = components["paths"]["/flag"]["put"]

        #expect(
            operation["requestBody"]["content"]["application/json"]["schema"]
                == ["$ref": "#/components/schemas/SetFlagBody"])
        #expect(
            operation["responses"]["200"]["content"]["application/json"]["schema"]
                == ["$ref": "#/components/schemas/SetFlagResponse"])
        #expect(
            operation["responses"]["409"]["content"]["application/problem+json"]["schema"]["type"] == "object"
        )
        #expect(components["components"]["schemas"].names == ["SetFlagBody", "SetFlagResponse"])
    }

    @Test func `a text refers to the schema of its characters, also where it may be null`() {
        let line = Schema.text(1...80, "Leila")

        #expect(
            line.json
                == [
                    "$ref": "#/components/schemas/NonblankLine", "maxLength": 80,
                    "examples": .array(["Leila"]),
                ])
        #expect(line.orNull.json["$ref"].text == "#/components/schemas/NonblankLineOrNull")
        #expect(line.saying("A name").orNull.json["description"].text == "A name")
    }

    @Test func `parameters with one name and different defaults have definitions of their own`() {
        let parameters = (0..<4).map { Parameter.limit($0 < 2 ? 20 : 50, most: 100) }
        let shared = document(
            parameters.enumerated().map { index, limit in
                OpenAPI.Operation(
                    method: "GET", path: "/\(index)", id: "list\(index)", tag: "People", summary: "List them",
                    description: "", parameters: [limit], body: nil, answers: [], security: [["session"]])
            })

        #expect(shared["components"]["parameters"].names == ["limit-20", "limit-50"])
    }
}
