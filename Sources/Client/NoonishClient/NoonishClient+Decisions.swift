import JSON
public import NoonishAPI

/// Suggestions and polls.
extension NoonishClient {
    /// `GET /v1/outings/{id}/suggestions`
    public func suggestions(in outing: OutingID) async throws -> Resource<Page<Suggestion>> {
        try await read(.get("/v1/outings/\(outing)/suggestions"))
    }

    /// `POST /v1/outings/{id}/suggestions`
    public func suggest(_ suggestion: NewSuggestion, in outing: OutingID) async throws -> Suggestion {
        try await writeForValue(.post("/v1/outings/\(outing)/suggestions", suggestion))
    }

    /// `PUT /v1/outings/{id}/suggestions/{suggestion}/support`
    public func support(
        _ suggestion: SuggestionID, in outing: OutingID, _ opinion: Opinion
    ) async throws -> Suggestion {
        try await writeForValue(
            .put(
                "/v1/outings/\(outing)/suggestions/\(suggestion)/support",
                ["answer": .string(opinion.rawValue)] as JSONValue))
    }

    /// `POST /v1/outings/{id}/suggestions/{suggestion}/accept`: applies the suggestion to the outing in one
    /// edit.
    public func accept(_ suggestion: SuggestionID, in outing: OutingID) async throws -> Suggestion {
        try await writeForValue(.post("/v1/outings/\(outing)/suggestions/\(suggestion)/accept"))
    }

    /// `POST /v1/outings/{id}/suggestions/{suggestion}/deny`
    ///
    /// - Parameter word: The reason, which the suggestion's author sees.
    public func deny(
        _ suggestion: SuggestionID, in outing: OutingID, word: String? = nil
    ) async throws -> Suggestion {
        try await writeForValue(
            .post(
                "/v1/outings/\(outing)/suggestions/\(suggestion)/deny",
                ["word": .orNull(word)] as JSONValue))
    }

    /// `POST /v1/outings/{id}/suggestions/{suggestion}/withdraw`
    public func withdraw(_ suggestion: SuggestionID, in outing: OutingID) async throws -> Suggestion {
        try await writeForValue(.post("/v1/outings/\(outing)/suggestions/\(suggestion)/withdraw"))
    }

    /// `GET /v1/outings/{id}/polls`
    public func polls(in outing: OutingID) async throws -> Resource<Page<Poll>> {
        try await read(.get("/v1/outings/\(outing)/polls"))
    }

    /// `GET /v1/outings/{id}/polls/{poll}`: returns a poll, with its ballots once it has closed.
    public func poll(_ poll: PollID, in outing: OutingID) async throws -> Resource<Poll> {
        try await read(.get("/v1/outings/\(outing)/polls/\(poll)"))
    }

    /// `POST /v1/outings/{id}/polls`
    public func openPoll(_ poll: NewPoll, in outing: OutingID) async throws -> Poll {
        try await writeForValue(.post("/v1/outings/\(outing)/polls", poll))
    }

    /// `PUT /v1/outings/{id}/polls/{poll}/vote`
    public func vote(
        _ votes: [PollOptionID: Opinion], in poll: PollID, of outing: OutingID
    ) async throws -> Poll {
        let all = votes.sorted { $0.key < $1.key }.map { PollBallot.Vote(option: $0.key, answer: $0.value) }
        return try await writeForValue(.put("/v1/outings/\(outing)/polls/\(poll)/vote", VoteRequest(votes: all)))
    }

    /// `POST /v1/outings/{id}/polls/{poll}/draw`: closes the poll now and draws lots between tied options.
    public func drawPoll(_ poll: PollID, in outing: OutingID) async throws -> Poll {
        try await writeForValue(.post("/v1/outings/\(outing)/polls/\(poll)/draw"))
    }

    /// `POST /v1/outings/{id}/polls/{poll}/accept`: applies the winning option to the outing.
    public func acceptPoll(_ poll: PollID, in outing: OutingID) async throws -> Poll {
        try await writeForValue(.post("/v1/outings/\(outing)/polls/\(poll)/accept"))
    }

    /// `POST /v1/outings/{id}/suggestions/{suggestion}/poll`: opens a poll on a suggestion, the current plan
    /// and the further ``NewPoll/options``.
    public func openPoll(
        about suggestion: SuggestionID, _ poll: NewPoll, in outing: OutingID
    ) async throws -> Poll {
        try await writeForValue(.post("/v1/outings/\(outing)/suggestions/\(suggestion)/poll", poll))
    }
}

private struct VoteRequest: JSONEncodable {
    let votes: [PollBallot.Vote]

    func encode(to writer: inout JSONWriter) { writer.object { $0.field("votes", votes) } }
}
