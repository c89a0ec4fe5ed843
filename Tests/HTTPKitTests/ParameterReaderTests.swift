import HTTPKit
import HTTPTypes
import Testing

@Suite struct ParameterReaderTests {
    @Test func `reads what it is asked for, decoded`() throws {
        var query = QueryReader(
            query: "q=r%C3%B6sti+%26+co&limit=5&open=true&near=60.1,24.9&cuisine=thai,indian")

        let text = query.required("q", .text(1...20))
        let limit = query.optional("limit", .integer(1...100), default: 20)
        let open = query.optional("open", .boolean)
        let near = query.optional("near", .text(1...20))
        let cuisines = query.list("cuisine", .text(1...9), max: 5)
        let other = query.optional("other", .integer(1...3), default: 2)

        #expect(try query.finish(text) == "rösti & co")
        #expect(limit == 5)
        #expect(open == true)
        #expect(near == "60.1,24.9")
        #expect(cuisines == ["thai", "indian"])
        #expect(other == 2)
    }

    @Test(arguments: [
        ("surprise=1", "/surprise", "unknown_parameter", 400),
        ("limit=1&limit=2", "/limit", "repeated_parameter", 400),
        ("limit=1&l%69mit=1", "/limit", "repeated_parameter", 400), ("limit=x", "/limit", "wrong_type", 400),
        ("limit=", "/limit", "wrong_type", 400), ("limit=1.5", "/limit", "wrong_type", 400),
        ("limit=+1", "/limit", "wrong_type", 400), ("limit=01", "/limit", "wrong_type", 400),
        ("limit=0", "/limit", "out_of_range", 422), ("limit=%zz", "", "malformed_parameters", 400),
        ("limit=%ff", "", "malformed_parameters", 400), ("limit=%4", "", "malformed_parameters", 400),
    ])
    func `refuses the rest and points at it`(query: String, pointer: String, code: String, status: Int) throws
    {
        var query = QueryReader(query: query)

        _ = query.optional("limit", .integer(1...100))
        let problem = try #require(throws: Problem.self) { try query.finish() }

        #expect(problem.errors.map(\.pointer) == [pointer])
        #expect(problem.code == code)
        #expect(problem.status.code == status)
    }

    @Test func `reads no more parameters than anybody needs`() throws {
        var query = QueryReader(query: (0..<10_000).map { "p\($0)=1" }.joined(separator: "&"))

        let problem = try #require(throws: Problem.self) { try query.finish() }

        #expect(problem.errors.contains { $0.code == "too_many_parameters" })
        #expect(problem.errors.count < 100)
    }

    @Test func `takes a form's empty field as absent`() throws {
        var form = FormReader(form: "status=attending&name=&note=two%0D%0Alines")

        let status = form.required("status", .text(1...20))
        let name = form.optional("name", .text(1...20))
        let note = form.optional("note", .text(0...20, multiline: true))

        #expect(try form.finish(status) == "attending")
        #expect(name == nil)
        #expect(note == "two\nlines")
    }
}
