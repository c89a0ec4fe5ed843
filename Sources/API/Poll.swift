public import Foundation
public import JSON

/// A poll on times, places, or combinations of both.
public struct Poll: Hashable, Sendable, JSONCodable {
    public enum State: String, Hashable, Sendable, CaseIterable, JSONCodable {
        case open, closed
    }

    public var id: PollID
    public var outing: OutingID
    public var openedBy: Person
    public var openedAt: Date
    public var closesAt: Date
    public var closedAt: Date?
    public var state: State
    public var kind: Suggestion.Kind
    /// Whether people see the votes only after they have voted.
    public var hidden: Bool
    /// Whether the winning option is applied to the outing automatically.
    public var applies: Bool
    public var options: [PollOption]
    /// The number of people who have voted.
    public var voters: Int
    /// The id of the caller's own ballot, to find it among ``ballots``; `nil` if the caller has not voted.
    public var myBallot: BallotID?
    /// All ballots, without names; `nil` while the poll is open, and in lists.
    public var ballots: [PollBallot]?
    /// `nil` while the poll is open.
    public var result: PollResult?
    public var draw: PollDraw

    public init(
        id: PollID, outing: OutingID, openedBy: Person, openedAt: Date, closesAt: Date, closedAt: Date?,
        state: State,
        kind: Suggestion.Kind, hidden: Bool, applies: Bool, options: [PollOption], voters: Int,
        myBallot: BallotID?, ballots: [PollBallot]?, result: PollResult?, draw: PollDraw
    ) {
        self.id = id
        self.outing = outing
        self.openedBy = openedBy
        self.openedAt = openedAt
        self.closesAt = closesAt
        self.closedAt = closedAt
        self.state = state
        self.kind = kind
        self.hidden = hidden
        self.applies = applies
        self.options = options
        self.voters = voters
        self.myBallot = myBallot
        self.ballots = ballots
        self.result = result
        self.draw = draw
    }

    public func encode(to writer: inout JSONWriter) {
        writer.object {
            $0.field("id", id)
            $0.field("outing", outing)
            $0.field("openedBy", openedBy)
            $0.field("openedAt", openedAt)
            $0.field("closesAt", closesAt)
            $0.field("closedAt", closedAt)
            $0.field("state", state)
            $0.field("kind", kind)
            $0.field("hidden", hidden)
            $0.field("applies", applies)
            $0.field("options", options)
            $0.field("voters", voters)
            $0.field("myBallot", myBallot)
            $0.field("ballots", ballots)
            $0.field("result", result)
            $0.field("draw", draw)
        }
    }

    public init(from reader: inout JSONReader) throws(JSONFault) {
        let read = try reader.members()
        try self.init(
            id: read("id"), outing: read("outing"), openedBy: read("openedBy"), openedAt: read("openedAt"),
            closesAt: read("closesAt"), closedAt: read.optional("closedAt"), state: read("state"),
            kind: read("kind"), hidden: read("hidden"), applies: read("applies"), options: read("options"),
            voters: read("voters"), myBallot: read.optional("myBallot"), ballots: read.optional("ballots"),
            result: read.optional("result"), draw: read("draw"))
    }
}

/// One option of a poll.
public struct PollOption: Hashable, Sendable, JSONCodable {
    public var id: PollOptionID
    public var suggestion: SuggestionID?
    public var what: TimeAndPlace
    /// Whether this is the outing's current plan.
    public var isNow: Bool
    /// `nil` while it is hidden from the caller.
    public var tally: OpinionCounts?
    public var myVote: Opinion?
    /// The voters by answer; `nil` while they are hidden from the caller.
    public var voters: PollVoters?

    public init(
        id: PollOptionID, suggestion: SuggestionID?, what: TimeAndPlace, isNow: Bool, tally: OpinionCounts?,
        myVote: Opinion?, voters: PollVoters?
    ) {
        self.id = id
        self.suggestion = suggestion
        self.what = what
        self.isNow = isNow
        self.tally = tally
        self.myVote = myVote
        self.voters = voters
    }

    public func encode(to writer: inout JSONWriter) {
        writer.object {
            $0.field("id", id)
            $0.field("suggestion", suggestion)
            $0.field("what", what)
            $0.field("isNow", isNow)
            $0.field("tally", tally)
            $0.field("myVote", myVote)
            $0.field("voters", voters)
        }
    }

    public init(from reader: inout JSONReader) throws(JSONFault) {
        let read = try reader.members()
        try self.init(
            id: read("id"), suggestion: read.optional("suggestion"), what: read("what"), isNow: read("isNow"),
            tally: read.optional("tally"), myVote: read.optional("myVote"), voters: read.optional("voters"))
    }
}

/// The people who voted for one option, by answer.
public struct PollVoters: Hashable, Sendable, JSONCodable {
    public var yes, maybe, no: [Person]

    public init(yes: [Person], maybe: [Person], no: [Person]) {
        self.yes = yes
        self.maybe = maybe
        self.no = no
    }

    public func encode(to writer: inout JSONWriter) {
        writer.object {
            $0.field("yes", yes)
            $0.field("maybe", maybe)
            $0.field("no", no)
        }
    }

    public init(from reader: inout JSONReader) throws(JSONFault) {
        let read = try reader.members()
        try self.init(yes: read("yes"), maybe: read("maybe"), no: read("no"))
    }
}

/// One person's votes.
public struct PollBallot: Hashable, Sendable, JSONCodable {
    public struct Vote: Hashable, Sendable, JSONCodable {
        public var option: PollOptionID
        public var answer: Opinion

        public init(option: PollOptionID, answer: Opinion) {
            self.option = option
            self.answer = answer
        }

        public func encode(to writer: inout JSONWriter) {
            writer.object {
                $0.field("option", option)
                $0.field("answer", answer)
            }
        }

        public init(from reader: inout JSONReader) throws(JSONFault) {
            let read = try reader.members()
            try self.init(option: read("option"), answer: read("answer"))
        }
    }

    public var id: BallotID
    public var votes: [Vote]

    public init(id: BallotID, votes: [Vote]) {
        self.id = id
        self.votes = votes
    }

    public func encode(to writer: inout JSONWriter) {
        writer.object {
            $0.field("id", id)
            $0.field("votes", votes)
        }
    }

    public init(from reader: inout JSONReader) throws(JSONFault) {
        let read = try reader.members()
        try self.init(id: read("id"), votes: read("votes"))
    }
}

/// The result of a poll.
public struct PollResult: Hashable, Sendable, JSONCodable {
    /// `nil` if no one can attend any of the options.
    public var winner: PollOptionID?
    /// The tied best options in the order of their ids; a sole winner stands here alone.
    public var best: [PollOptionID]
    /// Whether a tie was broken by drawing lots.
    public var drawn: Bool
    /// Whether the result has been applied to the outing.
    public var applied: Bool

    public init(winner: PollOptionID?, best: [PollOptionID], drawn: Bool, applied: Bool) {
        self.winner = winner
        self.best = best
        self.drawn = drawn
        self.applied = applied
    }

    public func encode(to writer: inout JSONWriter) {
        writer.object {
            $0.field("winner", winner)
            $0.field("best", best)
            $0.field("drawn", drawn)
            $0.field("applied", applied)
        }
    }

    public init(from reader: inout JSONReader) throws(JSONFault) {
        let read = try reader.members()
        try self.init(
            winner: read.optional("winner"), best: read("best"), drawn: read("drawn"),
            applied: read("applied"))
    }
}

/// The values that make drawing lots verifiable; docs/polls-and-suggestions.md has the rule. All are in lower-case
/// hexadecimal.
public struct PollDraw: Hashable, Sendable, JSONCodable {
    /// The SHA-256 of the seed, published when the poll opens.
    public var commitment: String
    /// `nil` while the poll is open.
    public var seed: String?
    /// The SHA-256 of the ballots; `nil` while the poll is open.
    public var votesDigest: String?

    public init(commitment: String, seed: String?, votesDigest: String?) {
        self.commitment = commitment
        self.seed = seed
        self.votesDigest = votesDigest
    }

    public func encode(to writer: inout JSONWriter) {
        writer.object {
            $0.field("commitment", commitment)
            $0.field("seed", seed)
            $0.field("votesDigest", votesDigest)
        }
    }

    public init(from reader: inout JSONReader) throws(JSONFault) {
        let read = try reader.members()
        try self.init(
            commitment: read("commitment"), seed: read.optional("seed"),
            votesDigest: read.optional("votesDigest"))
    }
}
