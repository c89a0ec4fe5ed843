import Foundation
import JSON
import NIOCore
import TestSupport
import Testing

/// Types that read themselves by asking for their members, and what they are made of.
@Suite struct JSONMembersTests {
    private struct Seat: Equatable, JSONDecodable {
        var name: String
        var number: Int?

        init(name: String, number: Int?) {
            self.name = name
            self.number = number
        }

        init(from reader: inout JSONReader) throws(JSONFault) {
            let read = try reader.members()
            try self.init(name: read("name"), number: read.optional("number"))
        }
    }

    private func seat(_ text: String) throws -> Seat { try Seat(parsing: ByteBuffer(string: text)) }

    @Test(arguments: [
        #"{"name":"Ada","number":7}"#, #"{"number":7,"name":"Ada"}"#,
        #" { "x" : [{"name":1}], "name" : "Ada" , "number":7 } "#,
        #"{"n\u0061me":"\u0041da","number":7}"#,
    ])
    func `members are found in any order and however their names are written`(text: String) throws {
        #expect(try seat(text) == Seat(name: "Ada", number: 7))
    }

    @Test(arguments: [
        (#"{"name":"x","name":"y"}"#, JSONFault.Reason.duplicateName, "/name"),
        (#"{"name":"x","n\u0061me":"y"}"#, .duplicateName, "/name"),
        (#"{"n\u0061me":"x","name":"y"}"#, .duplicateName, "/name"),
        (#"{"number":1}"#, .missingName, "/name"), (#"{"name":1}"#, .wrongType, "/name"),
        (#"{"name":"x","number":1.5}"#, .wrongType, "/number"), ("{}", .missingName, "/name"),
        (#"{"name":"x","other":{"a":01}}"#, .malformedNumber, "/other"),
        (#"{"name":"x","other":["\u0000"]}"#, .nullCharacter, "/other/0"),
        (#"{"name":"x","other":["\ud800"]}"#, .loneSurrogate, "/other/0"),
        (#"{"name":"x","other":{5:1}}"#, .wrongType, "/other"),
        ("{\"name\":\"x\",\"other\":\"a\u{1}b\"}", .controlCharacter, "/other"),
        (#"{"name":"x","other":1e999}"#, .numberOutOfRange, "/other"), (#"{"name":"x" "#, .endsEarly, ""),
        (#"{"name":"x","other":"unended"#, .endsEarly, "/other"),
    ])
    func `what is stepped over is refused as if it were read`(
        text: String, reason: JSONFault.Reason, pointer: String
    ) throws {
        let fault = try #require(throws: JSONFault.self) { _ = try seat(text) }

        #expect(fault.reason == reason)
        #expect(fault.pointer == pointer)
    }

    @Test func `malformed UTF-8 is refused where it is stepped over, too`() throws {
        var text = ByteBuffer(string: #"{"name":"x","other":""#)
        text.writeBytes([0xc3, 0x28])
        text.writeString(#""}"#)

        let fault = try #require(throws: JSONFault.self) { _ = try Seat(parsing: text) }

        #expect(fault.reason == .malformedUTF8)
    }

    @Test func `a dictionary has each of its names once`() throws {
        let words = try [String: [Int]](parsing: ByteBuffer(string: #"{"a":[1,2],"b\n":[],"":[3]}"#))
        let twice = try #require(throws: JSONFault.self) {
            _ = try [String: Int](parsing: ByteBuffer(string: #"{"a":1,"\u0061":2}"#))
        }
        let wrong = try #require(throws: JSONFault.self) {
            _ = try [String: [Int]](parsing: ByteBuffer(string: #"{"a":[1,"2"]}"#))
        }

        #expect(words == ["a": [1, 2], "b\n": [], "": [3]])
        #expect(twice.reason == .duplicateName && twice.pointer == "/a")
        #expect(wrong.reason == .wrongType && wrong.pointer == "/a/1")
    }

    @Test func `an instant and an identity are read as they are written, whichever they are`() throws {
        var chance = SeededChance(seed: 8)
        for _ in 0..<2_000 {
            let date = Date(
                timeIntervalSince1970: Double(
                    Int.random(in: -60_000_000_000...250_000_000_000, using: &chance)))
            let uuid = UUID(
                uuid: withUnsafeBytes(of: (chance.next(), chance.next())) {
                    $0.loadUnaligned(as: uuid_t.self)
                })

            #expect(try Date(parsing: written(date)) == date)
            #expect(try UUID(parsing: written(uuid)) == uuid)
            #expect(String(buffer: written(uuid)) == "\"\(uuid.uuidString.lowercased())\"")
            #expect(uuid.canonicalText == uuid.uuidString.lowercased())
            #expect(try UUID(parsing: ByteBuffer(string: "\"\(uuid.uuidString)\"")) == uuid)
        }
    }

    @Test(arguments: [
        ("2027-03-11T12:30:00Z", 1_804_768_200.0), ("2027-03-11T14:30:00+02:00", 1_804_768_200.0),
        ("2027-03-11T12:30:00.500Z", 1_804_768_200.5), ("2028-02-29T00:00:00Z", 1_835_395_200.0),
        ("1970-01-01T00:00:00Z", 0.0), ("2000-02-29T23:59:59Z", 951_868_799.0),
    ])
    func `an instant is read from each of its forms`(text: String, seconds: Double) throws {
        #expect(try Date(parsing: ByteBuffer(string: "\"\(text)\"")).timeIntervalSince1970 == seconds)
    }

    @Test(arguments: [
        #""2027-03-11""#, #""2027-03-11T12:30:00""#, #""2027/03/11T12:30:00Z""#, #""soon""#, "5", "null",
        #""2027-0a-11T12:30:00Z""#,
    ])
    func `what is no instant is refused`(text: String) throws {
        let fault = try #require(throws: JSONFault.self) { _ = try Date(parsing: ByteBuffer(string: text)) }

        #expect(fault.reason == .wrongType)
    }

    @Test(arguments: [
        #""0198c0de-0000-7000-8000-00000000000""#, #""0198c0de-0000-7000-8000-0000000000011""#,
        #""0198c0de-0000-7000-8000+000000000001""#, #""0198c0de-0000-7000-8000-00000000000g""#,
        #""0198c0de00007000800000000000000001xxxx""#, "7", #""""#,
    ])
    func `what is no identity is refused`(text: String) throws {
        let fault = try #require(throws: JSONFault.self) { _ = try UUID(parsing: ByteBuffer(string: text)) }

        #expect(fault.reason == .wrongType)
    }

    private func written(_ value: some JSONEncodable) -> ByteBuffer {
        var writer = JSONWriter()
        value.encode(to: &writer)
        return writer.finish()
    }
}
