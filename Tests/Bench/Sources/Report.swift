import Foundation

/// One figure beside that of its peer, measured in the same run. Only the ratio is a claim.
struct Row: Encodable {
    let name: String
    let value: Double
    let unit: String
    /// What it is compared with, and what that reached.
    let peer: String
    let peerValue: Double?
    let ratio: Double?
    /// In words.
    let goal: String
    let holds: Bool

    /// `value` is to be at least so many times that of the peer.
    init(
        _ name: String, _ value: Double, _ unit: String, beside peer: String, _ peerValue: Double,
        atLeast goal: Double
    ) {
        self.name = name
        self.value = value
        self.unit = unit
        self.peer = peer
        self.peerValue = peerValue
        ratio = value / peerValue
        self.goal = "at least \(goal) x"
        holds = value >= goal * peerValue
    }

    /// `value` is to be at most the peer's, divided by so much.
    init(
        _ name: String, _ value: Double, _ unit: String, beside peer: String, _ peerValue: Double,
        timesFaster goal: Double
    ) {
        self.name = name
        self.value = value
        self.unit = unit
        self.peer = peer
        self.peerValue = peerValue
        ratio = peerValue / value
        self.goal = "\(Int(goal)) x faster"
        holds = value * goal <= peerValue
    }

    /// `value` is to be at most so many times that of the peer.
    init(
        _ name: String, _ value: Double, _ unit: String, beside peer: String, _ peerValue: Double,
        atMost goal: Double
    ) {
        self.name = name
        self.value = value
        self.unit = unit
        self.peer = peer
        self.peerValue = peerValue
        ratio = value / peerValue
        self.goal = "at most \(goal) x"
        holds = value <= goal * peerValue
    }

    /// `value` is shown beside that of the peer, whatever it is.
    init(_ name: String, _ value: Double, _ unit: String, beside peer: String, _ peerValue: Double) {
        self.name = name
        self.value = value
        self.unit = unit
        self.peer = peer
        self.peerValue = peerValue
        ratio = peerValue / value
        goal = ""
        holds = true
    }

    /// `value` is to be at most so much; infinite for what is only shown.
    init(_ name: String, _ value: Double, _ unit: String, atMost goal: Double) {
        self.name = name
        self.value = value
        self.unit = unit
        peer = ""
        peerValue = nil
        ratio = nil
        self.goal = goal.isFinite ? "at most \(goal) \(unit)" : ""
        holds = value <= goal
    }
}

/// Everything that was measured.
struct Report {
    var rows: [Row] = []

    /// In Markdown.
    var table: String {
        let lines = rows.map { row in
            [
                row.name, "\(Self.text(row.value)) \(row.unit)",
                row.peerValue.map { "\(row.peer): \(Self.text($0)) \(row.unit)" } ?? "",
                row.ratio.map { String(format: "%.2f", $0) } ?? "", row.goal, row.holds ? "yes" : "NO",
            ]
        }
        let head = ["what", "value", "peer", "ratio", "goal", "holds"]
        return ([head, head.map { _ in "---" }] + lines)
            .map { "| " + $0.joined(separator: " | ") + " |" }.joined(separator: "\n")
    }

    func json() throws -> Data {
        struct File: Encodable {
            let machine: String
            let commit: String
            let rows: [Row]
        }
        let environment = ProcessInfo.processInfo.environment
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(
            File(
                machine: environment["NOONISH_BENCH_MACHINE"] ?? "unknown",
                commit: environment["NOONISH_BENCH_COMMIT"] ?? "unknown", rows: rows))
    }

    private static func text(_ value: Double) -> String {
        value >= 100 ? String(Int(value.rounded())) : String(format: "%.2f", value)
    }
}

extension [Double] {
    /// The middle one; the upper of two.
    var median: Double { sorted()[count / 2] }

    /// The value under which 99 in a hundred are.
    var percentile99: Double { sorted()[Swift.min(count - 1, count * 99 / 100)] }
}
