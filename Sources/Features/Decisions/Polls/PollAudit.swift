import Encoding
import Foundation
package import JSON
import NoonishAPI

/// A recount of a closed poll from its published data, with one finding for each published claim.
package struct PollAudit: Sendable {
    package struct Finding: Hashable, Sendable {
        package let holds: Bool
        /// A description of the checked claim for people.
        package let text: String
    }

    package let findings: [Finding]

    package var holds: Bool { findings.allSatisfy(\.holds) }

    /// The reason why a document is not a closed poll.
    package struct Fault: Error, Hashable, Sendable, CustomStringConvertible {
        package let description: String
    }

    /// Recounts a poll.
    ///
    /// - Parameter value: The response of `GET /v1/outings/{id}/polls/{pid}`.
    package init(_ value: JSONValue) throws(Fault) {
        let poll = try PublishedPoll(value)
        let ballots = BallotSet(poll.ballots)
        let tallies = ballots.tallies(of: poll.tallies.keys)
        let outcome = PollOutcome(of: poll.tallies.keys, ballots, poll: poll.id, seed: poll.seed)
        findings = [
            Finding(
                holds: Hexadecimal.encode(DrawSeed(poll.seed).commitment) == poll.commitment,
                text: "the seed is the one that was committed to: \(poll.commitment)"),
            Finding(
                holds: ballots.digest == poll.votesDigest,
                text: "the votes are those of the digest: \(poll.votesDigest)"),
            Finding(
                holds: tallies == poll.tallies && ballots.votes.count == poll.voters,
                text: "the \(poll.voters) ballots add up to what was counted"),
            Finding(
                holds: outcome.best == poll.best,
                text: "the best: \(Self.list(outcome.best))"),
            Finding(
                holds: outcome.isDrawn == poll.isDrawn && outcome.winner == poll.winner,
                text: "\(outcome.isDrawn ? "drawn" : "won"): \(outcome.winner?.description ?? "nothing")"),
        ]
    }

    private static func list(_ ids: [PollOptionID]) -> String {
        ids.isEmpty ? "none" : ids.map(\.description).joined(separator: ", ")
    }
}

/// The claims of a published poll.
private struct PublishedPoll {
    let id: PollID
    let seed: [UInt8]
    let commitment: String
    let votesDigest: String
    let voters: Int
    let tallies: [PollOptionID: Tally]
    let ballots: [BallotID: [PollOptionID: Opinion]]
    let best: [PollOptionID]
    let winner: PollOptionID?
    let isDrawn: Bool

    init(_ value: JSONValue) throws(PollAudit.Fault) {
        guard value["state"]?.text == "closed" else {
            throw PollAudit.Fault(description: "this is not a closed poll as returned by the service")
        }
        id = try Self.id(value["id"], "id")
        let draw = try Self.require(value["draw"], "draw")
        let seedText = try Self.require(draw["seed"]?.text, "draw.seed")
        seed = try Self.require(Hexadecimal.decode(seedText), "draw.seed")
        commitment = try Self.require(draw["commitment"]?.text, "draw.commitment")
        votesDigest = try Self.require(draw["votesDigest"]?.text, "draw.votesDigest")
        voters = try Self.require(value["voters"]?.number, "voters")
        var tallies: [PollOptionID: Tally] = [:]
        for option in try Self.require(value["options"]?.elements, "options") {
            let counts = try Self.require(option["tally"], "options.tally")
            let tally = Tally(
                yes: try Self.require(counts["yes"]?.number, "yes"),
                maybe: try Self.require(counts["maybe"]?.number, "maybe"),
                no: try Self.require(counts["no"]?.number, "no"))
            guard tallies.updateValue(tally, forKey: try Self.id(option["id"], "options.id")) == nil else {
                throw PollAudit.Fault(description: "an option is duplicated")
            }
        }
        self.tallies = tallies
        var ballots: [BallotID: [PollOptionID: Opinion]] = [:]
        for ballot in try Self.require(value["ballots"]?.elements, "ballots") {
            var votes: [PollOptionID: Opinion] = [:]
            for vote in try Self.require(ballot["votes"]?.elements, "ballots.votes") {
                let opinion = vote["answer"]?.text.flatMap { Opinion(rawValue: $0) }
                guard
                    votes.updateValue(
                        try Self.require(opinion, "answer"), forKey: try Self.id(vote["option"], "option"))
                        == nil
                else { throw PollAudit.Fault(description: "a ballot votes twice on an option") }
            }
            guard ballots.updateValue(votes, forKey: try Self.id(ballot["id"], "ballots.id")) == nil else {
                throw PollAudit.Fault(description: "a ballot is duplicated")
            }
        }
        self.ballots = ballots
        let result = try Self.require(value["result"], "result")
        var best: [PollOptionID] = []
        for element in try Self.require(result["best"]?.elements, "result.best") {
            best.append(try Self.id(element, "result.best"))
        }
        self.best = best
        winner = result["winner"]?.text.flatMap { PollOptionID($0) }
        isDrawn = result["drawn"] == .boolean(true)
    }

    private static func require<Value>(_ value: Value?, _ name: String) throws(PollAudit.Fault) -> Value {
        guard let value else {
            throw PollAudit.Fault(description: "\(name) is missing or invalid")
        }
        return value
    }

    private static func id<Subject>(
        _ value: JSONValue?, _ name: String
    ) throws(PollAudit.Fault) -> ID<Subject> {
        try require(value?.text.flatMap { ID<Subject>($0) }, name)
    }
}

extension JSONValue {
    fileprivate subscript(_ name: String) -> JSONValue? {
        if case .object(let object) = self { object[name] } else { nil }
    }

    fileprivate var text: String? {
        if case .string(let text) = self { text } else { nil }
    }

    fileprivate var number: Int? {
        if case .integer(let number) = self { number } else { nil }
    }

    fileprivate var elements: [JSONValue]? {
        if case .array(let elements) = self { elements } else { nil }
    }
}
