internal import Crypto
internal import Foundation
package import NoonishAPI

// How a vote is decided
// =====================
// 1. Of each possibility the yes, maybe and no are counted. More yes is better, of as many more maybe, of as many fewer
//    no (``Tally``). What nobody said yes or maybe to cannot win.
// 2. If several are the best, one is drawn. When the vote was opened, the SHA-256 of 32 secret random bytes, the seed, was
//    published; nobody could know the votes then. Once it is over the seed is published too. Every one of the best draws a
//    lot, which is a SHA-256 over the seed, the vote's id, all votes, all of the best, and its own id; the lowest wins.
//
// Whoever sees the poll can compute all of it again: `noonish poll verify`. The exact bytes are in docs/deciding.md.

/// What was voted, with nobody's name: the votes of each ballot.
package struct Ballots: Hashable, Sendable {
    package let votes: [BallotID: [PollOptionID: Opinion]]

    package init(_ votes: [BallotID: [PollOptionID: Opinion]]) { self.votes = votes }

    /// Of each of `options`, also of those that nobody voted on.
    package func tallies(of options: some Collection<PollOptionID>) -> [PollOptionID: Tally] {
        var tallies = Dictionary(uniqueKeysWithValues: options.map { ($0, Tally()) })
        for ballot in votes.values {
            for (option, opinion) in ballot { tallies[option]?.add(opinion) }
        }
        return tallies
    }

    /// SHA-256, in hexadecimal, of one line for each vote, `ballot option answer` and a line feed, in the order of the
    /// lines' bytes.
    package var digest: String {
        let lines = votes.flatMap { ballot, votes in
            votes.map { "\(ballot) \($0) \($1.rawValue)\n" }
        }
        return Hexadecimal.text(SHA256.hash(data: Data(lines.sorted().joined().utf8)))
    }
}

/// How a vote ended: a function of its options, ballots, seed and id, and of nothing else.
package struct Outcome: Hashable, Sendable {
    /// Those that were equally good, in the order of their ids; empty if nobody could come to any.
    package let best: [PollOptionID]
    package let winner: PollOptionID?

    package var isDrawn: Bool { best.count > 1 }

    package init(of options: some Collection<PollOptionID>, _ ballots: Ballots, poll: PollID, seed: [UInt8]) {
        let tallies = ballots.tallies(of: options)
        let top = tallies.values.filter(\.isWanted).max()
        best = options.filter { tallies[$0] == top }.sorted { $0.description < $1.description }
        guard best.count > 1 else {
            winner = best.first
            return
        }
        let draw = Draw(poll: poll, seed: seed, votesDigest: ballots.digest, tied: best)
        winner = best.min { draw.lot(of: $0) < draw.lot(of: $1) }
    }
}

/// The drawing of a tie.
package struct Draw: Hashable, Sendable {
    let poll: PollID
    let seed: [UInt8]
    let votesDigest: String
    /// In the order of their ids.
    let tied: [PollOptionID]

    /// SHA-256, in hexadecimal, of these lines, each with a line feed: `noonish draw 1`, the seed, the poll's id, the
    /// digest of the votes, the ids of all of the best with a space between, and the id of this one.
    func lot(of option: PollOptionID) -> String {
        let lines = [
            "noonish draw 1", Hexadecimal.text(seed), poll.description, votesDigest,
            tied.map(\.description).joined(separator: " "), option.description,
        ]
        return Hexadecimal.text(SHA256.hash(data: Data(lines.map { $0 + "\n" }.joined().utf8)))
    }
}

/// What a tie will be drawn with.
package struct DrawSeed: Hashable, Sendable {
    package static let length = 32

    package let bytes: [UInt8]

    package init(_ bytes: [UInt8]) { self.bytes = bytes }

    package static func make() -> DrawSeed {
        var generator = SystemRandomNumberGenerator()
        return DrawSeed((0..<length).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
    }

    package var commitment: [UInt8] { Array(SHA256.hash(data: bytes)) }
}

package enum Hexadecimal {
    package static func text(_ bytes: some Sequence<UInt8>) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// Nil for anything but pairs of lower-case digits.
    package static func bytes(_ text: String) -> [UInt8]? {
        let digits = Array(text.utf8)
        guard digits.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let high = value(digits[index]), let low = value(digits[index + 1]) else { return nil }
            bytes.append(high << 4 | low)
        }
        return bytes
    }

    private static func value(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
