import Geo
import Testing

@testable import Restaurants

struct SplitterTests {
    /// What a splitter finds when the file comes in pieces of `size` bytes.
    private func records(_ text: String, by size: Int, _ splitter: some RecordSplitter) throws
        -> [ImportRecord?]
    {
        var splitter = splitter
        let bytes = Array(text.utf8)
        var records: [ImportRecord?] = []
        for start in stride(from: 0, to: bytes.count, by: size) {
            records += try splitter.take(Array(bytes[start..<min(start + size, bytes.count)]))
        }
        return records + (try splitter.finish())
    }

    static let place =
        #"{"type":"Feature","geometry":{"type":"Point","coordinates":[25,60]},"properties":{"name":"A \"[{\\"}}"#

    @Test(arguments: [
        "[\(place), \(place)]", "\(place)\n\(place)\n", "\u{1E}\(place)\n\u{1E}\(place)\n",
        #"{"type":"FeatureCollection","bbox":[1,2,3,4],"features":[\#(place),\#(place)],"end":{"a":[1]}}"#,
        #"{"version":0.6,"elements":[{"type":"node","id":1,"lat":60,"lon":25,"tags":{"name":"A \"[{\\"}},"#
            + #"{"type":"way","id":2,"center":{"lat":60,"lon":25},"tags":{"name":"A \"[{\\"}}]}"#,
        #"[{"name":"A \"[{\\","lat":60,"lon":25},{"name":"A \"[{\\","lat":60,"lon":25}]"#,
    ])
    func `every shape of JSON gives its records, however it is cut`(text: String) throws {
        for size in [1, 2, 3, 7, 64, 10_000] {
            let found = try records(text, by: size, JSONSplitter())
            #expect(found.count == 2)
            for record in found {
                let guessed = ImportMapping.guess(try #require(record))
                #expect(guessed.fields["name"] == #"A "[{\"#)
                #expect(guessed.coordinate == (try Coordinate(latitude: 60, longitude: 25)))
            }
        }
    }

    @Test(arguments: [
        "{", "[{\"a\":1}", "{]", "}", "[\"", "{\"type\":\"FeatureCollection\",\"features\":[{\"a\":1}",
    ])
    func `JSON that breaks off is a fault`(text: String) {
        #expect(throws: ImportFault.self) { try records(text, by: 3, JSONSplitter()) }
    }

    @Test func `a record that is not strict JSON is counted and the next one read`() throws {
        let found = try records(#"[{"name":"A","name":"B"},{"name":"C"}]"#, by: 5, JSONSplitter())

        #expect(found.map { $0?.fields["name"] } == [nil, "C"])
    }

    @Test func `a building's place is the middle of its outline`() throws {
        let text =
            #"{"type":"Feature","geometry":{"type":"Polygon","coordinates":[[[24,60],[26,60],[26,61],[24,61],[24,60]]]},"#
            + #""properties":{"@type":"way","@id":7,"name":"A"}}"#

        let record = try #require(try records(text, by: 9, JSONSplitter()).first ?? nil)

        #expect(record.id == "w7")
        #expect(record.coordinate == (try Coordinate(latitude: 60.5, longitude: 25)))
    }

    @Test(arguments: [
        ("id,name\n1,Kettu\n2,\"Kuu, \"\"uusi\"\"\"\n", UInt8?.none),
        ("\u{FEFF}id;name\r\n1;Kettu\r\n2;\"Kuu, \"\"uusi\"\"\"", nil),
        ("id\tname\n1\tKettu\n\n2\tKuu, \"uusi\"\n", UInt8(ascii: "\t")),
    ])
    func `separated text gives a record for each line, however it is cut`(text: String, delimiter: UInt8?)
        throws
    {
        // The first piece has the whole header, from which the delimiter is detected.
        for size in [11, 13, 64, 10_000] {
            let found = try records(text, by: size, DelimitedSplitter(columns: nil, delimiter: delimiter))
            #expect(
                found.map { $0?.fields } == [
                    ["id": "1", "name": "Kettu"], ["id": "2", "name": "Kuu, \"uusi\""],
                ])
        }
    }

    @Test func `a line with too many fields is counted and the next one read`() throws {
        let found = try records(
            "1\t2\t3\n4\t5\n", by: 4, DelimitedSplitter(columns: ["a", "b"], delimiter: 9))

        #expect(found.map { $0?.fields["b"] } == [nil, "5"])
    }

    @Test(arguments: ["a,a\n1,2\n", "a,b\n\"1,2\n"])
    func `separated text that makes no sense is a fault`(text: String) {
        #expect(throws: ImportFault.self) {
            try records(text, by: 5, DelimitedSplitter(columns: nil, delimiter: nil))
        }
    }
}
