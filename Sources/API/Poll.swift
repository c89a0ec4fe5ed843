public import Foundation
public import JSON

/// A poll on times, places, or combinations of both.
@JSONObject
public struct Poll: WireValue {
    public enum State: String, CaseIterable, WireValue {
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
}

/// One option of a poll.
@JSONObject
public struct PollOption: WireValue {
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
}

/// The people who voted for one option, by answer.
@JSONObject
public struct PollVoters: WireValue {
    public var yes, maybe, no: [Person]
}

/// One person's votes.
@JSONObject
public struct PollBallot: WireValue {
    @JSONObject
    public struct Vote: WireValue {
        public var option: PollOptionID
        public var answer: Opinion
    }

    public var id: BallotID
    public var votes: [Vote]
}

/// The result of a poll.
@JSONObject
public struct PollResult: WireValue {
    /// `nil` if no one can attend any of the options.
    public var winner: PollOptionID?
    /// The tied best options in the order of their ids; a sole winner stands here alone.
    public var best: [PollOptionID]
    /// Whether a tie was broken by drawing lots.
    public var drawn: Bool
    /// Whether the result has been applied to the outing.
    public var applied: Bool
}

/// The values that make drawing lots verifiable; docs/polls-and-suggestions.md has the rule. All are in lower-case
/// hexadecimal.
@JSONObject
public struct PollDraw: WireValue {
    /// The SHA-256 of the seed, published when the poll opens.
    public var commitment: String
    /// `nil` while the poll is open.
    public var seed: String?
    /// The SHA-256 of the ballots; `nil` while the poll is open.
    public var votesDigest: String?
}
