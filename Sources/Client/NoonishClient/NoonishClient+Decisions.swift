import JSON
public import NoonishAPI

/// Suggestions and polls.
extension NoonishClient {
    /// Lists the suggestions of an outing.
    public func suggestions(in outing: OutingID) async throws -> Resource<Page<Suggestion>> {
        try await read(Call(.listSuggestions, outing))
    }

    /// Adds a suggestion.
    public func suggest(_ suggestion: NewSuggestion, in outing: OutingID) async throws -> Suggestion {
        try await writeForValue(Call(.suggest, outing, body: suggestion))
    }

    /// Sets the caller's opinion of a suggestion.
    public func support(
        _ suggestion: SuggestionID, in outing: OutingID, _ opinion: Opinion
    ) async throws -> Suggestion {
        try await writeForValue(
            Call(
                .supportSuggestion, outing, suggestion,
                body: ["answer": .string(opinion.rawValue)] as JSONValue))
    }

    /// Applies the suggestion to the outing in one edit.
    public func accept(_ suggestion: SuggestionID, in outing: OutingID) async throws -> Suggestion {
        try await writeForValue(Call(.acceptSuggestion, outing, suggestion))
    }

    /// Declines a suggestion, as a host.
    ///
    /// - Parameter word: The reason, which the suggestion's author sees.
    public func deny(
        _ suggestion: SuggestionID, in outing: OutingID, word: String? = nil
    ) async throws -> Suggestion {
        try await writeForValue(
            Call(.denySuggestion, outing, suggestion, body: ["word": .orNull(word)] as JSONValue))
    }

    /// Withdraws a suggestion of the caller.
    public func withdraw(_ suggestion: SuggestionID, in outing: OutingID) async throws -> Suggestion {
        try await writeForValue(Call(.withdrawSuggestion, outing, suggestion))
    }

    /// Lists the polls of an outing.
    public func polls(in outing: OutingID) async throws -> Resource<Page<Poll>> {
        try await read(Call(.listPolls, outing))
    }

    /// Returns a poll, with its ballots once it has closed.
    public func poll(_ poll: PollID, in outing: OutingID) async throws -> Resource<Poll> {
        try await read(Call(.readPoll, outing, poll))
    }

    /// Opens a poll.
    public func openPoll(_ poll: NewPoll, in outing: OutingID) async throws -> Poll {
        try await writeForValue(Call(.openPoll, outing, body: poll))
    }

    /// Sets the caller's votes.
    public func vote(
        _ votes: [PollOptionID: Opinion], in poll: PollID, of outing: OutingID
    ) async throws -> Poll {
        let all = votes.sorted { $0.key < $1.key }.map { PollBallot.Vote(option: $0.key, answer: $0.value) }
        return try await writeForValue(Call(.vote, outing, poll, body: VoteRequest(votes: all)))
    }

    /// Closes the poll now and draws lots between tied options.
    public func drawPoll(_ poll: PollID, in outing: OutingID) async throws -> Poll {
        try await writeForValue(Call(.drawPoll, outing, poll))
    }

    /// Applies the winning option to the outing.
    public func acceptPoll(_ poll: PollID, in outing: OutingID) async throws -> Poll {
        try await writeForValue(Call(.acceptPoll, outing, poll))
    }

    /// Opens a poll on a suggestion, the current plan and the further ``NewPoll/options``.
    public func openPoll(
        about suggestion: SuggestionID, _ poll: NewPoll, in outing: OutingID
    ) async throws -> Poll {
        try await writeForValue(Call(.openPollAboutSuggestion, outing, suggestion, body: poll))
    }
}

@JSONObject
private struct VoteRequest: JSONEncodable {
    let votes: [PollBallot.Vote]
}
