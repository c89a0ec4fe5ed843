import Foundation
import TestSupport
import Testing

@testable import OpeningHours

/// No input crashes the module. `script/fuzz` searches for such inputs with a coverage-guided fuzzer. The inputs it found
/// are kept in an archive and are tried here, with mutations.
@Suite struct FuzzTests {
    private static let archive = Oracle.tests + "Fuzz/Corpus.tar.gz"

    @Test func `no mutation of the corpus brings it down`() async throws {
        var chance = SeededChance(seed: 3)
        let kept = try await corpus()
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

    /// Returns the inputs in the archive, ordered by name.
    private func corpus() async throws -> [[UInt8]] {
        let folder = URL(filePath: "/tmp/noonish-corpus-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try await Shell.run("tar -xzf '\(Self.archive)' -C '\(folder.path())'")
        let inputs = folder.appending(path: "OpeningHours")
        return try FileManager.default.contentsOfDirectory(atPath: inputs.path()).sorted()
            .map { [UInt8](try Data(contentsOf: inputs.appending(path: $0))) }
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
