public import Foundation
public import JSON

/// A vote on times, places or pairs of both.
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
    /// Who has not voted does not see what others did.
    public var hidden: Bool
    /// What wins becomes the outing's by itself.
    public var applies: Bool
    public var options: [PollOption]
    /// How many people have voted.
    public var voters: Int
    /// My own, so that I find it among ``ballots``; nil: I have not voted.
    public var myBallot: BallotID?
    /// Everything that was voted, with nobody's name; nil while the vote is open, and in lists.
    public var ballots: [PollBallot]?
    /// Nil while it is open.
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

/// One possibility of a vote.
public struct PollOption: Hashable, Sendable, JSONCodable {
    public var id: PollOptionID
    public var suggestion: SuggestionID?
    public var what: WhenWhere
    /// Whether the outing is so now.
    public var isNow: Bool
    /// Nil while it is hidden from the reader.
    public var tally: OpinionCounts?
    public var myVote: Opinion?
    /// Who said what; nil while it is hidden from the reader.
    public var voters: PollVoters?

    public init(
        id: PollOptionID, suggestion: SuggestionID?, what: WhenWhere, isNow: Bool, tally: OpinionCounts?,
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

/// Who said what of one possibility, by name.
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

/// What one person voted.
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

/// How a vote ended.
public struct PollResult: Hashable, Sendable, JSONCodable {
    /// Nil: nobody could come to any of them.
    public var winner: PollOptionID?
    /// Those that were equally good, in the order of their ids; one that had no equal stands here alone.
    public var best: [PollOptionID]
    /// Whether a lot decided between several.
    public var drawn: Bool
    /// Whether the outing has become so.
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

/// What a tie is drawn with; docs/deciding.md has the rule. All in lower-case hexadecimal.
public struct PollDraw: Hashable, Sendable, JSONCodable {
    /// SHA-256 of the seed, published when the vote was opened.
    public var commitment: String
    /// Nil while the vote is open.
    public var seed: String?
    /// SHA-256 of the ballots; nil while the vote is open.
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
