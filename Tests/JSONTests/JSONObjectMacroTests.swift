import JSON
import NIOCore
import TestSupport
import Testing

/// What `@JSONObject` generates, in use.
@Suite struct JSONObjectMacroTests {
    @JSONObject
    struct Seat: Equatable, JSONCodable {
        var `default`: Bool
        var row, number: Int
        @JSONMember("takenBy") var guest: String? = nil
        @JSONMember(omitIfNil: true) var note: String?
        let kind: String = "seat"
        var tags: [String: [Int]] = [:]
        var neighbours: [Seat] = []

        static let none = 0
        var isFree: Bool { guest == nil }
    }

    /// The same members, decoded in one pass.
    @JSONObject(onePass: true)
    struct Stool: Equatable, JSONCodable {
        var `default`: Bool
        var row, number: Int
        @JSONMember("takenBy") var guest: String? = nil
        @JSONMember(omitIfNil: true) var note: String?
        let kind: String = "stool"
        var tags: [String: [Int]] = [:]
        var neighbours: [Stool] = []
    }

    @JSONObject
    struct Outer: Equatable, JSONDecodable {
        let seats: [Seat]
        let stool: Stool?
    }

    @JSONObject(flattenable: true)
    struct Place: Equatable, JSONCodable {
        var floor: Int
        @JSONMember(omitIfNil: true) var room: String?
    }

    @JSONObject
    struct Table: Equatable, JSONCodable {
        var name: String
        @JSONMember(flattened: true) var place: Place
        var seats: Int?
    }

    private func text(_ value: some JSONEncodable) -> String {
        var writer = JSONWriter()
        value.encode(to: &writer)
        return String(buffer: writer.finish())
    }

    private func fault<Value: JSONDecodable>(_: Value.Type, _ text: String) throws -> JSONFault {
        try #require(throws: JSONFault.self) { _ = try Value(parsing: ByteBuffer(string: text)) }
    }

    @Test func `members are written in the order of their declaration`() {
        let seat = Seat(
            default: true, row: 1, number: 2, note: "by the window", tags: ["a": [1]],
            neighbours: [Seat(default: false, row: 1, number: 3, guest: "Ada", note: nil)])

        #expect(
            text(seat)
                == #"{"default":true,"row":1,"number":2,"takenBy":null,"note":"by the window","kind":"seat","tags":{"a":[1]},"neighbours":[{"default":false,"row":1,"number":3,"takenBy":"Ada","kind":"seat","tags":{},"neighbours":[]}]}"#
        )
    }

    @Test(arguments: [
        #"{"default":true,"row":1,"number":2,"takenBy":null,"tags":{},"neighbours":[]}"#,
        #"{"neighbours":[],"x":[{"row":9}],"tags":{},"number":2,"kind":7,"row":1,"default":true,"note":null}"#,
    ])
    func `null and absent are nil, in any order, and unknown members are skipped`(json: String) throws {
        let seat = try Seat(parsing: ByteBuffer(string: json))
        let stool = try Stool(parsing: ByteBuffer(string: json))

        #expect(seat == Seat(default: true, row: 1, number: 2, note: nil))
        #expect(stool == Stool(default: true, row: 1, number: 2, note: nil))
        #expect(seat.isFree && seat.kind == "seat" && stool.kind == "stool")
    }

    @Test func `what was written is read`() throws {
        let stool = Stool(
            default: false, row: -1, number: .max, guest: "Bo", note: "",
            neighbours: [Stool(default: true, row: 0, number: 0, note: nil)])

        #expect(try Stool(parsing: ByteBuffer(string: text(stool))) == stool)
    }

    @Test func `a flattened value has its members among those of the object`() throws {
        let table = Table(name: "A", place: Place(floor: 2, room: "Blue"), seats: nil)

        #expect(text(table) == #"{"name":"A","floor":2,"room":"Blue","seats":null}"#)
        #expect(text(table.place) == #"{"floor":2,"room":"Blue"}"#)
        #expect(try Table(parsing: ByteBuffer(string: text(table))) == table)
        #expect(try Place(parsing: ByteBuffer(string: text(table.place))) == table.place)
        #expect(try fault(Table.self, #"{"name":"A"}"#).pointer == "/floor")
    }

    @Test(arguments: [
        (#"{"seats":[{"default":true,"row":1,"tags":{},"neighbours":[]}]}"#, "/seats/0/number"),
        (#"{"seats":[{"default":true,"row":1,"number":2,"neighbours":[]}]}"#, "/seats/0/tags"),
        (#"{"seats":[],"stool":{"default":true,"row":1,"tags":{},"neighbours":[]}}"#, "/stool/number"),
        (#"{"seats":[],"stool":{"default":true,"row":1,"number":2,"neighbours":[]}}"#, "/stool/tags"),
    ])
    func `a required member that is missing is a fault, with or without a default`(
        json: String, pointer: String
    ) throws {
        let fault = try fault(Outer.self, json)

        #expect(fault.reason == .missingName)
        #expect(fault.pointer == pointer)
    }

    @Test(arguments: [
        (#"{"default":1}"#, JSONFault.Reason.wrongType, "/default"),
        (#"{"default":null}"#, .wrongType, "/default"),
        (#"{"default":true,"row":1,"number":2,"takenBy":3}"#, .wrongType, "/takenBy"),
        (#"{"default":true,"row":1,"number":2,"tags":{"a":["b"]}}"#, .wrongType, "/tags/a/0"),
        (#"{"default":true,"row":1,"row":1}"#, .duplicateName, "/row"),
    ])
    func `a fault says where it is`(json: String, reason: JSONFault.Reason, pointer: String) throws {
        for fault in [try fault(Seat.self, json), try fault(Stool.self, json)] {
            #expect(fault.reason == reason)
            #expect(fault.pointer == pointer)
        }
    }
}
