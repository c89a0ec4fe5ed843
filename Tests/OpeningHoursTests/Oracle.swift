import Foundation
import Testing

@testable import OpeningHours

/// The independent reader of the grammar that `Tests/Servers/opening_hours_oracle.py` asks.
enum Oracle {
    /// What it says about one text.
    struct Verdict: Sendable {
        let text: String
        /// `nil` if it refuses the text.
        let moments: [Moment]?
    }

    struct Moment: Sendable {
        let time: LocalTime
        let state: OpenState
        /// `nil` if there is none within ``sight``.
        let change: LocalTime?
    }

    /// Minutes that it looks ahead for a change.
    static let sight = 990 * 1_440

    static let python = ProcessInfo.processInfo.environment["NOONISH_TEST_PYTHON"]
    static let samples = ProcessInfo.processInfo.environment["NOONISH_SAMPLES"]
    static let isFull = ProcessInfo.processInfo.environment["NOONISH_FULL"] != nil
    /// The folder with all tests.
    static let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().path()
    /// Our own texts, one a line.
    static let texts = tests + "Servers/opening_hours.txt"

    static func verdicts(on source: String, every: Int, moments: Int) throws -> [Verdict] {
        try run([source, String(every), String(moments)])
            .split(separator: UInt8(ascii: "\n"))
            .map { try Verdict(JSONDecoder().decode([Item].self, from: $0)) }
    }

    /// What `Tests/Servers/opening_hours_oracle.py` prints.
    static func run(_ arguments: [String]) throws -> Data {
        let process = Process()
        process.executableURL = URL(filePath: try #require(python))
        process.arguments = [tests + "Servers/opening_hours_oracle.py"] + arguments
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let printed = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
        return printed
    }

    /// What stands in a line of JSON.
    enum Item: Decodable {
        case text(String)
        case number(Double)
        case list([Item])
        case null

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if container.decodeNil() {
                self = .null
            } else if let text = try? container.decode(String.self) {
                self = .text(text)
            } else if let number = try? container.decode(Double.self) {
                self = .number(number)
            } else {
                self = .list(try container.decode([Item].self))
            }
        }

        var text: String { if case .text(let text) = self { text } else { "" } }
        var list: [Item] { if case .list(let items) = self { items } else { [] } }
        var number: Int? { if case .number(let number) = self { Int(number) } else { nil } }
        var value: Double { if case .number(let number) = self { number } else { .nan } }
    }
}

extension Oracle.Verdict {
    init(_ line: [Oracle.Item]) throws {
        text = line[0].text
        guard line.count > 1 else {
            moments = nil
            return
        }
        moments = zip(line[1].list, zip(line[2].text, line[3].list)).map { minute, said in
            Oracle.Moment(
                time: LocalTime(minutesSince1970: minute.number ?? 0),
                state: said.0 == "o" ? .open : said.0 == "c" ? .closed : .unknown,
                change: said.1.number.map(LocalTime.init(minutesSince1970:)))
        }
    }
}
