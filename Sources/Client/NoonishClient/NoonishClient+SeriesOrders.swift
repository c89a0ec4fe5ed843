public import JSON
public import NIOCore
public import NoonishAPI

/// The orders that the dates of a series open by themselves.
extension NoonishClient {
    /// Returns the order that each date opens, and whether the caller's dishes of the last time are ordered again.
    public func seriesOrder(of id: SeriesID) async throws -> Resource<SeriesOrderSettings> {
        try await read(Call(.readSeriesOrder, id))
    }

    /// Lets each date open an order, as the host. It replaces the former settings.
    public func setSeriesOrder(_ order: NewSeriesOrder, of id: SeriesID) async throws -> SeriesOrderSettings {
        try await writeForValue(Call(.setSeriesOrder, id, body: order))
    }

    /// Lets no date open an order any more. Orders that are open stay.
    public func removeSeriesOrder(of id: SeriesID) async throws {
        try await perform(Call(.removeSeriesOrder, id))
    }

    /// Orders the caller's dishes of the last time whenever an order opens, or no longer.
    public func setStandingOrder(_ repeats: Bool, in id: SeriesID) async throws -> SeriesOrderSettings {
        try await writeForValue(
            Call(.setStandingOrder, id, body: ["repeats": .boolean(repeats)] as JSONValue))
    }

    /// Returns what each person ordered in a period, as the host.
    ///
    /// - Parameter from: The first date, such as `2027-03-01`; `nil` for the 30 days until `to`, which is today by default.
    public func seriesReceipts(
        of id: SeriesID, from: String? = nil, to: String? = nil
    ) async throws -> Resource<SeriesReceipts> {
        try await read(Call(.readSeriesReceipts, id, query: [("from", from), ("to", to)]))
    }

    /// Returns what each person ordered in a period as CSV, in UTF-8 with a byte order mark.
    public func seriesReceiptsCSV(of id: SeriesID, from: String, to: String) async throws -> ByteBuffer {
        try await bytes(
            Call(.readSeriesReceipts, id, query: [("from", from), ("to", to), ("format", "csv")]), "text/csv")
    }
}

/// The order that each date of a series should open.
@JSONObject
public struct NewSeriesOrder: Hashable, Sendable, JSONEncodable {
    /// The number of minutes before the start when picks end.
    public var closesBefore: Int
    public var currency: String
    public var fulfilment: GroupOrder.Fulfilment = .dineIn
    @JSONMember(omitIfNil: true) public var address: String? = nil
    @JSONMember(omitIfNil: true) public var note: String? = nil
    /// The budget for one person and date, as people write it; `nil` for none.
    @JSONMember(omitIfNil: true) public var limitPerHead: String? = nil
    public var linesVisible: Bool = true
    /// Whether the members who come run the orders in turn; otherwise the host does.
    public var rotates: Bool = false
}
