import Foundation
import TestSupport
import Testing

@testable import OpeningHours

/// No bytes bring the module down. `Tests/Fuzz` looks for such bytes with a coverage-guided fuzzer; what it found stays
/// in its corpus and is tried here, with mutations.
@Suite struct FuzzTests {
    private static let corpus = Oracle.tests + "Fuzz/Corpus/OpeningHours"

    @Test func `no mutation of the corpus brings it down`() throws {
        var chance = SeededChance(seed: 3)
        let kept = try FileManager.default.contentsOfDirectory(atPath: Self.corpus).sorted()
            .map { try Data(contentsOf: URL(filePath: Self.corpus + "/" + $0)) }.map { [UInt8]($0) }
        try #require(kept.count > 50)
        var parsed = 0
        for seed in kept {
            for round in 0..<16 {
                let bytes = round == 0 ? seed : mutated(seed, kept, using: &chance)
                guard let schedule = try? Schedule(String(decoding: bytes, as: UTF8.self)) else { continue }
                parsed += 1
                let time = LocalTime(
                    minutesSince1970: Int.random(in: -60_000_000..<120_000_000, using: &chance))
                let state = schedule.state(at: time, in: .nowhere)
                if round < 3, let change = schedule.nextChange(after: time, in: .nowhere) {
                    #expect(change > time)
                    #expect(schedule.state(at: change, in: .nowhere) != state, "\(schedule.text)")
                }
            }
        }
        #expect(parsed > 100)
    }

    private func mutated(
        _ seed: [UInt8], _ others: [[UInt8]], using chance: inout SeededChance
    ) -> [UInt8] {
        var bytes = seed
        for _ in 0..<Int.random(in: 1...4, using: &chance) {
            let at = Int.random(in: 0...bytes.count, using: &chance)
            switch Int.random(in: 0..<4, using: &chance) {
            case 0 where at < bytes.count: bytes[at] = UInt8.random(in: 0...255, using: &chance)
            case 1 where at < bytes.count: bytes.remove(at: at)
            case 2: bytes.insert(UInt8.random(in: 32...126, using: &chance), at: at)
            default:
                let other = others[Int.random(in: 0..<others.count, using: &chance)]
                bytes = Array(bytes[..<at]) + other.suffix(other.count / 2)
            }
        }
        return bytes
    }
}
