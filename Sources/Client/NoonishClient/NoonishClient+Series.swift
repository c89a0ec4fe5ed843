import JSON
public import NoonishAPI

/// Series: outings that recur by a rule.
extension NoonishClient {
    /// `GET /v1/series`: lists the caller's series and those they are invited to.
    public func series() async throws -> Resource<SeriesList> { try await read(.get("/v1/series")) }

    /// `GET /v1/series/{id}`
    public func series(_ id: SeriesID) async throws -> Resource<OutingSeries> {
        try await read(.get("/v1/series/\(id)"))
    }

    /// `POST /v1/series`
    public func startSeries(_ series: NewSeries) async throws -> Resource<OutingSeries> {
        try await write(.post("/v1/series", series))
    }

    /// `PATCH /v1/series/{id}`: edits a series, including those of its existing outings that have not been
    /// edited individually.
    ///
    /// - Parameters:
    ///   - tag: The state that the edit is based on; rejected (412) if the series has changed since.
    ///   - date: A date of the rule, such as `2027-03-11`, from which on the edit applies; `nil` for all
    ///     upcoming outings.
    public func edit(
        _ id: SeriesID, _ edit: SeriesEdit, of tag: EntityTag, from date: String? = nil
    ) async throws -> Resource<OutingSeries> {
        var call = Call.patch("/v1/series/\(id)", edit, of: tag)
        if let date { call.query = [("from", date)] }
        return try await write(call)
    }

    /// `DELETE /v1/series/{id}`: ends the series, so that no further outings are created.
    ///
    /// - Parameter cancels: Whether to cancel the upcoming outings that already exist.
    public func endSeries(_ id: SeriesID, cancels: Bool = false) async throws {
        var call = Call.delete("/v1/series/\(id)")
        if cancels { call.query = [("cancel", "true")] }
        try await perform(call)
    }

    /// `POST /v1/series/{id}/skips`: skips one date of the rule, such as `2027-03-11`.
    public func skip(_ date: String, of id: SeriesID) async throws -> OutingSeries {
        try await writeForValue(.post("/v1/series/\(id)/skips", ["date": .string(date)] as JSONValue))
    }

    /// `DELETE /v1/series/{id}/skips/{date}`: restores a skipped date.
    public func unskip(_ date: String, of id: SeriesID) async throws -> OutingSeries {
        try await writeForValue(.delete("/v1/series/\(id)/skips/\(Call.escape(date))"))
    }

    /// `POST /v1/series/{id}/people`: invites people to all upcoming outings.
    public func add(
        people: [PersonID], circles: [CircleID] = [], to id: SeriesID
    ) async throws -> OutingSeries {
        let body: JSONValue = ["people": .ids(people), "circles": .ids(circles)]
        return try await writeForValue(.post("/v1/series/\(id)/people", body))
    }

    /// `DELETE /v1/series/{id}/people/{person}`: removes a person, as a host, or the caller.
    public func remove(_ person: PersonID, from id: SeriesID) async throws {
        try await perform(.delete("/v1/series/\(id)/people/\(person)"))
    }

    /// `PUT /v1/series/{id}/standing`: sets the caller's standing answer to all outings of the series.
    ///
    /// - Parameter partySize: The caller and the people they bring; `nil` for 1.
    public func answer(_ id: SeriesID, comes: Bool, partySize: Int? = nil) async throws -> OutingSeries {
        let body: JSONValue = ["comes": .boolean(comes), "partySize": .orNull(partySize)]
        return try await writeForValue(.put("/v1/series/\(id)/standing", body))
    }

    /// `POST /v1/series/{id}/host`: makes another person the host.
    public func transfer(_ id: SeriesID, to person: PersonID) async throws -> OutingSeries {
        try await writeForValue(.post("/v1/series/\(id)/host", ["personId": .string("\(person)")] as JSONValue))
    }
}
