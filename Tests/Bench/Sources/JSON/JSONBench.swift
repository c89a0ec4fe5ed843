import Foundation
import JSON
import NIOCore
import NoonishAPI

/// Part `json`: 500 restaurants with all their fields, written and read by us and by Foundation, on one thread.
///
/// Times are of that thread's own computing, so who else uses the machine matters little; the least of several rounds counts.
enum JSONBench {
    private static let restaurants = 500
    private static let rounds = 9
    /// Documents in one round.
    private static let turns = 20

    struct WrongAnswer: Error, CustomStringConvertible {
        let description: String
    }

    @Sendable static func run() throws -> [Row] {
        let values = RestaurantMaker.restaurants(restaurants)
        let document = written(values)
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = .withoutEscapingSlashes
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        let data = Data(document.readableBytesView)
        let peers = try decoder.decode([CodableRestaurant].self, from: data)
        try check(values, document, peers, encoder, decoder)

        let encoding = try least { _ = try encoder.encode(peers) }
        let decoding = try least { _ = try decoder.decode([CodableRestaurant].self, from: data) }
        var writer = JSONWriter(capacity: 2 * document.readableBytes)
        let kept = least {
            writer.reset()
            values.encode(to: &writer)
        }
        let fresh = least { _ = written(values) }
        let reading = try least { _ = try [Restaurant](parsing: document) }
        let tree = try least { _ = try JSONValue(parsing: document) }
        let what = "\(restaurants) restaurants with all fields, \(document.readableBytes) B"
        return [
            Row("\(what): out", kept, "µs", beside: "JSONEncoder", encoding, timesFaster: 20),
            Row("the same into fresh memory and a ByteBuffer", fresh, "µs", beside: "JSONEncoder", encoding),
            Row("\(what): in, strictly", reading, "µs", beside: "JSONDecoder", decoding, timesFaster: 6),
            Row("the same as a tree of values", tree, "µs", beside: "JSONDecoder", decoding),
        ]
    }

    private static func written(_ values: [Restaurant]) -> ByteBuffer {
        var writer = JSONWriter()
        values.encode(to: &writer)
        return writer.finish()
    }

    /// What is timed must be right first: both write the same, and both read what either wrote.
    private static func check(
        _ values: [Restaurant], _ document: ByteBuffer, _ peers: [CodableRestaurant], _ encoder: JSONEncoder,
        _ decoder: JSONDecoder
    ) throws {
        let theirs = ByteBuffer(bytes: try encoder.encode(peers))
        guard try JSONValue(parsing: document).withoutNulls == JSONValue(parsing: theirs).withoutNulls else {
            throw WrongAnswer(description: "JSONEncoder writes something else")
        }
        guard try [Restaurant](parsing: document) == values, try [Restaurant](parsing: theirs) == values
        else {
            throw WrongAnswer(description: "what was written is not read again")
        }
        guard try decoder.decode([CodableRestaurant].self, from: Data(theirs.readableBytesView)) == peers
        else {
            throw WrongAnswer(description: "JSONDecoder reads something else")
        }
    }

    /// **Microseconds** of this thread for one document, in the best round.
    private static func least(_ body: () throws -> Void) rethrows -> Double {
        for _ in 0..<turns { try body() }
        var best = Double.infinity
        for _ in 0..<rounds {
            let before = computed()
            for _ in 0..<turns { try body() }
            best = min(best, (computed() - before) / Double(turns))
        }
        return best
    }

    /// **Microseconds** that this thread has computed.
    private static func computed() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
    }
}

extension JSONValue {
    /// Members by name and without those that are null, which Foundation leaves out; numbers by their value.
    fileprivate var withoutNulls: JSONValue {
        switch self {
        case .integer(let number): .double(Double(number))
        case .array(let elements): .array(elements.map(\.withoutNulls))
        case .object(let object):
            .object(
                JSONObject(
                    members: object.members.filter { $0.value != .null }.sorted { $0.name < $1.name }
                        .map { .init(name: $0.name, value: $0.value.withoutNulls) }))
        default: self
        }
    }
}
