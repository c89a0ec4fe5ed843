import JSON
import NIOCore
import Testing

@Suite struct JSONDecodableTests {
    @Test func `reads members in any order and steps over those it does not know`() throws {
        let text = #"{"later":[{"x":1},null],"note":null,"guests":["Ada","Bo"],"title":"Soup","seats":4}"#

        let supper = try Supper(parsing: ByteBuffer(string: text))

        #expect(supper == Supper(title: "Soup", seats: 4, note: nil, guests: ["Ada", "Bo"], kind: nil))
    }

    @Test func `reads back what was written`() throws {
        let supper = Supper(title: "Tea \u{1F375}", seats: 2, note: "bring \"cups\"", guests: [], kind: .long)

        let again = try Supper(parsing: ByteBuffer(string: written { supper.encode(to: &$0) }))

        #expect(again == supper)
    }

    @Test(arguments: [
        (#"{"title":"x","title":"y","seats":1}"#, JSONFault.Reason.duplicateName, "/title"),
        (#"{"title":"x"}"#, .missingName, "/seats"), (#"{"title":1,"seats":1}"#, .wrongType, "/title"),
        (#"{"title":"x","seats":1.0}"#, .wrongType, "/seats"),
        (#"{"title":"x","seats":"1"}"#, .wrongType, "/seats"),
        (#"{"title":"x","seats":1,"guests":["a",2]}"#, .wrongType, "/guests/1"),
        (#"{"title":"x","seats":1,"kind":"odd"}"#, .wrongType, "/kind"), ("[]", .wrongType, ""),
        (#"{"title":"x","seats":1,"other":{"a":01}}"#, .malformedNumber, ""),
    ])
    func `says which member is wrong`(text: String, reason: JSONFault.Reason, pointer: String) throws {
        let fault = try #require(throws: JSONFault.self) { try Supper(parsing: ByteBuffer(string: text)) }

        #expect(fault.reason == reason)
        #expect(fault.pointer == pointer)
    }
}

private struct Supper: Equatable, JSONEncodable, JSONDecodable {
    enum Kind: String, JSONEncodable, JSONDecodable { case short, long }
    enum Name: String, CaseIterable { case title, seats, note, guests, kind }

    static let names = JSONNames(Name.self)

    var title: String
    var seats: Int
    var note: String?
    var guests: [String]
    var kind: Kind?

    init(title: String, seats: Int, note: String?, guests: [String], kind: Kind?) {
        self.title = title
        self.seats = seats
        self.note = note
        self.guests = guests
        self.kind = kind
    }

    init(from reader: inout JSONReader) throws(JSONFault) {
        var title: String?
        var seats: Int?
        var note: String?
        var guests: [String] = []
        var kind: Kind?
        try reader.object(Self.names) { (reader, name) throws(JSONFault) in
            switch name {
            case .title: title = try reader.string()
            case .seats: seats = try reader.integer()
            case .note: note = try reader.optional()
            case .guests: guests = try [String](from: &reader)
            case .kind: kind = try reader.optional()
            }
        }
        self.title = try reader.required(title, "title")
        self.seats = try reader.required(seats, "seats")
        self.note = note
        self.guests = guests
        self.kind = kind
    }

    func encode(to writer: inout JSONWriter) {
        writer.object {
            $0.field("title", title)
            $0.field("seats", seats)
            $0.field("note", note)
            $0.field("guests", guests)
            $0.field("kind", ifPresent: kind)
        }
    }
}
