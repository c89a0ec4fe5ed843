import Crypto
import Encoding
import Foundation
package import NoonishAPI

// How a poll is decided
// =====================
// 1. The yes, maybe and no votes for each option are counted. More yes votes are better; then more maybe
//    votes; then fewer no votes (``Tally``). An option without a yes or maybe vote cannot win.
// 2. If several options are equally good, the winner is drawn by lot. When the poll was opened, before anyone
//    voted, the service published the SHA-256 hash of the seed, 32 secret random bytes. When the poll closes,
//    it publishes the seed. Each of the best options gets a lot: a SHA-256 hash over the seed, the poll's
//    identifier, all votes, all of the best options, and its own identifier. The lowest lot wins.
//
// Anyone who can read the poll can verify the result with `noonish poll verify`. The exact bytes are
// specified in docs/polls-and-suggestions.md.

/// The votes of all ballots of a poll, without the voters' names.
package struct BallotSet: Hashable, Sendable {
    package let votes: [BallotID: [PollOptionID: Opinion]]

    package init(_ votes: [BallotID: [PollOptionID: Opinion]]) { self.votes = votes }

    /// Returns a tally for each of `options`, including those without votes.
    package func tallies(of options: some Collection<PollOptionID>) -> [PollOptionID: Tally] {
        var tallies = Dictionary(uniqueKeysWithValues: options.map { ($0, Tally()) })
        for ballot in votes.values {
            for (option, opinion) in ballot { tallies[option]?.add(opinion) }
        }
        return tallies
    }

    /// The SHA-256 hash, in hexadecimal, of one line for each vote: `ballot option answer` and a line feed,
    /// sorted by the lines' bytes.
    package var digest: String {
        let lines = votes.flatMap { ballot, votes in
            votes.map { "\(ballot) \($0) \($1.rawValue)\n" }
        }
        return Hexadecimal.encode(SHA256.hash(data: Data(lines.sorted().joined().utf8)))
    }
}

/// The result of a poll, computed only from its options, ballots, seed and identifier.
package struct PollOutcome: Hashable, Sendable {
    /// The equally good best options, ordered by identifier; empty if no option has a yes or maybe vote.
    package let best: [PollOptionID]
    package let winner: PollOptionID?

    package var isDrawn: Bool { best.count > 1 }

    package init(of options: some Collection<PollOptionID>, _ ballots: BallotSet, poll: PollID, seed: [UInt8])
    {
        let tallies = ballots.tallies(of: options)
        let top = tallies.values.filter(\.canWin).max()
        best = options.filter { tallies[$0] == top }.sorted { $0.description < $1.description }
        guard best.count > 1 else {
            winner = best.first
            return
        }
        let draw = TieDraw(poll: poll, seed: seed, votesDigest: ballots.digest, tied: best)
        winner = best.min { draw.lot(of: $0) < draw.lot(of: $1) }
    }
}

/// A draw among tied options.
package struct TieDraw: Hashable, Sendable {
    let poll: PollID
    let seed: [UInt8]
    let votesDigest: String
    /// Ordered by identifier.
    let tied: [PollOptionID]

    /// Returns the SHA-256 hash, in hexadecimal, of these lines, each with a line feed: `noonish draw 1`, the
    /// seed, the poll's identifier, the digest of the votes, the identifiers of all tied options separated by
    /// spaces, and the identifier of `option`.
    func lot(of option: PollOptionID) -> String {
        let lines = [
            "noonish draw 1", Hexadecimal.encode(seed), poll.description, votesDigest,
            tied.map(\.description).joined(separator: " "), option.description,
        ]
        return Hexadecimal.encode(SHA256.hash(data: Data(lines.map { $0 + "\n" }.joined().utf8)))
    }
}

/// The secret from which a tie is drawn.
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
