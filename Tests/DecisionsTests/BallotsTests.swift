import Crypto
import Foundation
import JSON
import NoonishAPI
import Testing

@testable import Decisions

@Suite struct `The result of a vote` {
    private let poll = PollID(UUID())
    private let seed = DrawSeed.make().bytes

    /// Random votes of up to 12 people on up to 6 possibilities, few enough that ties are common.
    private static func votes(
        _ random: inout some RandomNumberGenerator
    ) -> (options: [PollOptionID], ballots: [(BallotID, [(PollOptionID, Opinion)])]) {
        let options = (0..<Int.random(in: 2...6, using: &random)).map { _ in PollOptionID(UUID()) }
        let ballots = (0..<Int.random(in: 0...12, using: &random)).map { _ in
            (
                BallotID(UUID()),
                options.filter { _ in Bool.random(using: &random) }.map {
                    ($0, Opinion.allCases.randomElement(using: &random) ?? .yes)
                }
            )
        }
        return (options, ballots.filter { !$0.1.isEmpty })
    }

    private static func ballots(_ list: [(BallotID, [(PollOptionID, Opinion)])]) -> BallotSet {
        BallotSet(
            Dictionary(
                uniqueKeysWithValues: list.map { ($0.0, Dictionary(uniqueKeysWithValues: $0.1)) }))
    }

    @Test func `never depends on the order of votes or possibilities`() {
        var random = SystemRandomNumberGenerator()
        var draws = 0
        for _ in 0..<400 {
            let (options, list) = Self.votes(&random)

            let outcome = PollOutcome(of: options, Self.ballots(list), poll: poll, seed: seed)
            let shuffled = list.shuffled().map { ($0.0, $0.1.shuffled()) }
            let again = PollOutcome(of: options.shuffled(), Self.ballots(shuffled), poll: poll, seed: seed)

            #expect(outcome == again)
            draws += outcome.isDrawn ? 1 : 0
        }
        #expect(draws > 0, "ties are among them")
    }

    @Test func `goes to an option that none beats, and never to one without support`() {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<400 {
            let (options, list) = Self.votes(&random)
            let ballots = Self.ballots(list)
            let tallies = ballots.tallies(of: options)

            let outcome = PollOutcome(of: options, ballots, poll: poll, seed: seed)

            if let winner = outcome.winner, let tally = tallies[winner] {
                #expect(tally.canWin)
                #expect(tallies.values.allSatisfy { $0 <= tally || !$0.canWin })
                #expect(outcome.best.contains(winner))
            } else {
                #expect(tallies.values.allSatisfy { !$0.canWin })
            }
        }
    }

    @Test func `is drawn evenly among tied options over many seeds`() {
        let options = (0..<4).map { _ in PollOptionID(UUID()) }
        let ballots = Self.ballots([(BallotID(UUID()), options.map { ($0, .yes) })])
        var wins: [PollOptionID: Int] = [:]

        for _ in 0..<4_000 {
            let outcome = PollOutcome(of: options, ballots, poll: poll, seed: DrawSeed.make().bytes)
            if let winner = outcome.winner { wins[winner, default: 0] += 1 }
        }

        // Expected 1,000 each with a standard deviation of 27: eight of them are never met by chance.
        #expect(options.allSatisfy { (780...1_220).contains(wins[$0] ?? 0) }, "\(wins)")
    }

    @Test func `is drawn from the documented bytes`() throws {
        let poll = try #require(PollID("0198c0de-0000-7000-8000-0000000000aa"))
        let first = try #require(PollOptionID("0198c0de-0000-7000-8000-000000000001"))
        let second = try #require(PollOptionID("0198c0de-0000-7000-8000-000000000002"))
        let ballot = try #require(BallotID("0198c0de-0000-7000-8000-0000000000bb"))
        let ballots = BallotSet([ballot: [second: .yes, first: .yes]])
        func sha256(_ text: String) -> String {
            SHA256.hash(data: Data(text.utf8)).map { String(format: "%02x", $0) }.joined()
        }
        let digest = sha256("\(ballot) \(first) yes\n\(ballot) \(second) yes\n")
        let seed = [UInt8](repeating: 7, count: 32)
        let head =
            "noonish draw 1\n\(String(repeating: "07", count: 32))\n\(poll)\n\(digest)\n\(first) \(second)\n"
        let lots = [first: sha256(head + "\(first)\n"), second: sha256(head + "\(second)\n")]

        let outcome = PollOutcome(of: [second, first], ballots, poll: poll, seed: seed)

        #expect(ballots.digest == digest)
        #expect(outcome.best == [first, second])
        #expect(outcome.winner == lots.min { $0.value < $1.value }?.key)
    }
}
