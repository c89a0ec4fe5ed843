import JSON
public import NoonishAPI

/// Outings that come again by a rule.
extension NoonishClient {
    /// `GET /v1/series`: mine and those that I am asked to.
    public func series() async throws -> Reading<SeriesList> { try await read(.get("/v1/series")) }

    /// `GET /v1/series/{id}`
    public func series(_ id: SeriesID) async throws -> Reading<OutingSeries> {
        try await read(.get("/v1/series/\(id)"))
    }

    /// `POST /v1/series`
    public func startSeries(_ series: NewSeries) async throws -> Reading<OutingSeries> {
        try await write(.post("/v1/series", series))
    }

    /// `PATCH /v1/series/{id}`: changes those of its outings, too, that are made already and not edited by themselves.
    ///
    /// - Parameters:
    ///   - tag: The state that the edit was made in; refused (412) if that is not the state any more.
    ///   - date: Of the rule, `2027-03-11`: what comes from then on; nil: all that comes.
    public func edit(
        _ id: SeriesID, _ edit: SeriesEdit, of tag: EntityTag, from date: String? = nil
    ) async throws -> Reading<OutingSeries> {
        var call = Call.patch("/v1/series/\(id)", edit, of: tag)
        if let date { call.query = [("from", date)] }
        return try await write(call)
    }

    /// `DELETE /v1/series/{id}`: no more of them are made.
    ///
    /// - Parameter cancels: Cancels those that are made and still to come.
    public func endSeries(_ id: SeriesID, cancels: Bool = false) async throws {
        var call = Call.delete("/v1/series/\(id)")
        if cancels { call.query = [("cancel", "true")] }
        try await done(call)
    }

    /// `POST /v1/series/{id}/skips`: not on this date of the rule, `2027-03-11`.
    public func skip(_ date: String, of id: SeriesID) async throws -> OutingSeries {
        try await written(.post("/v1/series/\(id)/skips", ["date": .string(date)] as JSONValue))
    }

    /// `DELETE /v1/series/{id}/skips/{date}`: on this date after all.
    public func unskip(_ date: String, of id: SeriesID) async throws -> OutingSeries {
        try await written(.delete("/v1/series/\(id)/skips/\(Call.escape(date))"))
    }

    /// `POST /v1/series/{id}/people`: asked to all that comes.
    public func add(
        people: [PersonID], circles: [CircleID] = [], to id: SeriesID
    ) async throws -> OutingSeries {
        let body: JSONValue = ["people": .ids(people), "circles": .ids(circles)]
        return try await written(.post("/v1/series/\(id)/people", body))
    }

    /// `DELETE /v1/series/{id}/people/{person}`: a host removes somebody, or somebody leaves.
    public func remove(_ person: PersonID, from id: SeriesID) async throws {
        try await done(.delete("/v1/series/\(id)/people/\(person)"))
    }

    /// `PUT /v1/series/{id}/standing`: what I say to all of them.
    ///
    /// - Parameter partySize: I and whom I bring; nil: 1.
    public func answer(_ id: SeriesID, comes: Bool, partySize: Int? = nil) async throws -> OutingSeries {
        let body: JSONValue = ["comes": .boolean(comes), "partySize": .ifAny(partySize)]
        return try await written(.put("/v1/series/\(id)/standing", body))
    }

    /// `POST /v1/series/{id}/host`: somebody else is its host from now on.
    public func transfer(_ id: SeriesID, to person: PersonID) async throws -> OutingSeries {
        try await written(.post("/v1/series/\(id)/host", ["personId": .string("\(person)")] as JSONValue))
    }
}
