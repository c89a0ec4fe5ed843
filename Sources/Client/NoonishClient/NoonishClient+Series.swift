import JSON
public import NIOCore
public import NoonishAPI

/// Series: outings that recur by a rule.
extension NoonishClient {
    /// Lists the caller's series and those they are invited to.
    public func series() async throws -> Resource<SeriesList> { try await read(Call(.listSeries)) }

    /// Returns a series.
    public func series(_ id: SeriesID) async throws -> Resource<OutingSeries> {
        try await read(Call(.readSeries, id))
    }

    /// Creates a series.
    public func startSeries(_ series: NewSeries) async throws -> Resource<OutingSeries> {
        try await write(Call(.createSeries, body: series))
    }

    /// Edits a series, including those of its existing outings that have not been edited individually.
    ///
    /// - Parameters:
    ///   - tag: The state that the edit is based on; rejected (412) if the series has changed since.
    ///   - date: A date of the rule, such as `2027-03-11`, from which on the edit applies; `nil` for all
    ///     upcoming outings.
    public func edit(
        _ id: SeriesID, _ edit: SeriesEdit, of tag: EntityTag, from date: String? = nil
    ) async throws -> Resource<OutingSeries> {
        var call = Call(.editSeries, id, body: edit, of: tag)
        if let date { call.query = [("from", date)] }
        return try await write(call)
    }

    /// Ends the series, so that no further outings are created.
    ///
    /// - Parameter cancels: Whether to cancel the upcoming outings that already exist.
    public func endSeries(_ id: SeriesID, cancels: Bool = false) async throws {
        var call = Call(.endSeries, id)
        if cancels { call.query = [("cancel", "true")] }
        try await perform(call)
    }

    /// Skips one date of the rule, such as `2027-03-11`.
    public func skip(_ date: String, of id: SeriesID) async throws -> OutingSeries {
        try await writeForValue(Call(.skipDate, id, body: ["date": .string(date)] as JSONValue))
    }

    /// Restores a skipped date.
    public func unskip(_ date: String, of id: SeriesID) async throws -> OutingSeries {
        try await writeForValue(Call(.unskipDate, id, date))
    }

    /// Invites people to all upcoming outings.
    ///
    /// - Parameter emails: Addresses, each with or without a name: `Ada <ada@example.org>`.
    public func add(
        people: [PersonID], circles: [CircleID] = [], emails: [String] = [], to id: SeriesID
    ) async throws -> OutingSeries {
        let body: JSONValue = [
            "people": .ids(people), "circles": .ids(circles), "emails": .array(emails.map { .string($0) }),
        ]
        return try await writeForValue(Call(.addToSeries, id, body: body))
    }

    /// Removes a person, as a host, or the caller.
    public func remove(_ person: PersonID, from id: SeriesID) async throws {
        try await perform(Call(.removeFromSeries, id, person))
    }

    /// Stops inviting the owner of an address.
    public func remove(_ invitee: SeriesInviteeID, from id: SeriesID) async throws {
        try await perform(Call(.removeSeriesInvitee, id, invitee))
    }

    /// Sets the caller's standing answer to all outings of the series.
    ///
    /// - Parameter partySize: The caller and the people they bring; `nil` for 1.
    public func answer(_ id: SeriesID, comes: Bool, partySize: Int? = nil) async throws -> OutingSeries {
        let body: JSONValue = ["comes": .boolean(comes), "partySize": .orNull(partySize)]
        return try await writeForValue(Call(.answerSeries, id, body: body))
    }

    /// Returns the link of the series; `nil` without one.
    public func link(to id: SeriesID) async throws -> SeriesLink? {
        try await read(Call(.readSeriesLink, id), as: CurrentSeriesLink.self).value.link
    }

    /// Creates the link of the series, at which anyone who has it finds the next dates. The former one stops working.
    ///
    /// - Parameter maxPartySize: The largest party of a person who comes by it; `nil` for the usual limit.
    public func makeLink(to id: SeriesID, maxPartySize: Int? = nil) async throws -> SeriesLink {
        try await writeForValue(
            Call(.createSeriesLink, id, body: ["maxPartySize": .orNull(maxPartySize)] as JSONValue))
    }

    /// Returns the QR code of the link, as SVG.
    public func linkCode(to id: SeriesID) async throws -> ByteBuffer {
        try await bytes(Call(.readSeriesLinkCode, id), "image/svg+xml")
    }

    /// Revokes the link of the series.
    public func revokeLink(to id: SeriesID) async throws { try await perform(Call(.revokeSeriesLink, id)) }

    /// Returns what the holder of the link of a series may see.
    public func seriesInvitation(_ token: String) async throws -> Resource<SeriesInvitation> {
        try await read(Call(.openSeriesInvitation, token))
    }

    /// Makes another person the host.
    public func transfer(_ id: SeriesID, to person: PersonID) async throws -> OutingSeries {
        try await writeForValue(
            Call(.transferSeries, id, body: ["personId": .string("\(person)")] as JSONValue))
    }
}
