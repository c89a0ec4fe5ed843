import HTTPKit
import HTTPTypes
import JSON
import Testing

@Suite struct ObjectReaderTests {
    private enum Mood: String, CaseIterable, Sendable { case happy, hungry }

    @Test func `hands back what was sent`() throws {
        var body = try reader(
            #"{"title":"Soup","seats":4,"open":true,"share":0.5,"mood":"hungry","tags":["a","b"],"note":null}"#
        )

        let title = body.required("title", .text(1...20))
        let seats = body.required("seats", .integer(1...10))
        let open = body.required("open", .boolean)
        let share = body.required("share", .number(0...1))
        let mood = body.required("mood", .oneOf(Mood.self))
        let tags = body.array("tags", .text(1...5), max: 2)
        let note = body.optional("note", .text(0...10))
        let given = try body.finish(title, seats, open, share, mood)

        #expect(given == ("Soup", 4, true, 0.5, .hungry))
        #expect(tags == ["a", "b"])
        #expect(note == nil)
    }

    @Test func `tells a merge patch's absent, null and value apart`() throws {
        var body = try reader(#"{"gone":null,"new":"x"}"#)

        #expect(body.field("kept", .text(0...9)) == .absent)
        #expect(body.field("gone", .text(0...9)) == .null)
        #expect(body.field("new", .text(0...9)) == .value("x"))
        #expect(throws: Never.self) { try body.finish() }
    }

    @Test func `stops at a field that decides how others are read`() throws {
        var body = try reader(#"{"unit":"parsec","length":"12"}"#)
        var whole = try reader(#"{"unit":"hungry"}"#)

        let problem = try #require(throws: Problem.self) {
            try body.prerequisite("unit", .oneOf(Mood.self))
        }

        #expect(problem.errors.map { "\($0.pointer) \($0.code)" } == ["/unit not_one_of"])
        #expect(try whole.prerequisite("unit", .oneOf(Mood.self)) == .hungry)
    }

    @Test func `lists every fault with its pointer, and is 400 if one is about form`() throws {
        var body = try reader(
            #"{"seats":"four","tags":["ok",7,"far too long"],"invite":{"people":[1],"odd/name":2},"surprise":1}"#
        )

        _ = body.required("title", .text(1...20))
        _ = body.required("seats", .integer(1...10))
        _ = body.array("tags", .text(1...5), max: 9)
        _ = body.object("invite") { $0.array("people", .text(1...9), max: 9) }
        let problem = try #require(throws: Problem.self) { try body.finish() }

        #expect(problem.status == .badRequest)
        #expect(problem.code == "invalid_input")
        #expect(
            problem.errors.map { "\($0.pointer) \($0.code)" } == [
                "/title missing", "/seats wrong_type", "/tags/1 wrong_type", "/tags/2 too_long",
                "/invite/people/0 wrong_type", "/invite/odd~1name unknown_field", "/surprise unknown_field",
            ])
    }

    @Test(arguments: [
        ("{}", "missing", 422), (#"{"x":null}"#, "missing", 422), (#"{"x":11}"#, "out_of_range", 422),
        (#"{"x":1.0}"#, "wrong_type", 400), (#"{"x":"1"}"#, "wrong_type", 400),
        (#"{"x":true}"#, "wrong_type", 400),
        (#"{"x":1,"y":1}"#, "unknown_field", 400),
    ])
    func `takes the code of its faults if they agree`(text: String, code: String, status: Int) throws {
        var body = try reader(text)

        _ = body.required("x", .integer(0...10))
        let problem = try #require(throws: Problem.self) { try body.finish() }

        #expect(problem.code == code)
        #expect(problem.status.code == status)
    }

    @Test func `refuses the one too many, and what is no list or object`() throws {
        var body = try reader(#"{"list":[1,2,3],"text":"x","inner":[],"people":[{"id":1},2]}"#)

        #expect(body.array("list", .integer(0...9), max: 2).isEmpty)
        #expect(body.array("text", .integer(0...9), max: 2).isEmpty)
        #expect(body.object("inner") { _ in 1 } == nil)
        #expect(body.objects("people", max: 5) { $0.required("id", .integer(0...9)) } == [1])
        let problem = try #require(throws: Problem.self) { try body.finish() }

        #expect(
            problem.errors.map { "\($0.pointer) \($0.code)" } == [
                "/list too_many", "/text wrong_type", "/inner wrong_type", "/people/1 wrong_type",
            ])
    }

    @Test func `notes what only the caller can see`() throws {
        var body = try reader(#"{"endsAt":"then"}"#)

        _ = body.optional("endsAt", .text(0...9))
        body.refuse("endsAt", "ends_before_start", "The end is before the start.")
        let problem = try #require(throws: Problem.self) { try body.finish() }

        #expect(problem.status == .unprocessableContent)
        #expect(problem.code == "ends_before_start")
        #expect(problem.errors.map(\.pointer) == ["/endsAt"])
    }

    @Test(arguments: ["[]", "1", "null", #""{}""#])
    func `wants an object`(text: String) throws {
        let problem = try #require(throws: Problem.self) { try ObjectReader(JSONValue(parsing: text)) }

        #expect(problem.code == "not_an_object")
        #expect(problem.status == .badRequest)
    }

    private func reader(_ text: String) throws -> ObjectReader { try ObjectReader(JSONValue(parsing: text)) }
}
