public import JSON
public import NIOCore
public import NoonishAPI

/// What a venue has sold.
extension NoonishClient {
    /// Lists the sales of a venue, newest first, as an owner.
    ///
    /// - Parameters:
    ///   - day: A business day such as `2027-03-11`; `nil` for all.
    ///   - customer: `nil` for all.
    ///   - filter: A saved filter with its values.
    public func sales(
        of id: RestaurantID, on day: String? = nil, to customer: CustomerID? = nil,
        filter: FilterValues? = nil, limit: Int? = nil, cursor: String? = nil
    ) async throws -> Resource<Page<Sale>> {
        let query: [(name: String, value: String?)] = [
            ("day", day), ("customer", customer?.description), ("limit", limit.map(String.init)),
            ("cursor", cursor),
        ]
        return try await read(Call(.listSales, id, query: query + (filter?.query ?? [])))
    }

    public func sale(_ sale: SaleID, of id: RestaurantID) async throws -> Resource<Sale> {
        try await read(Call(.readSale, id, sale))
    }

    /// Enters a sale.
    ///
    /// - Throws: ``Problem`` 409 `sold_out` if the venue has too few portions left.
    public func recordSale(_ sale: NewSale, at id: RestaurantID) async throws -> Sale {
        try await writeForValue(Call(.recordSale, id, body: sale))
    }

    /// Voids a sale, as an owner: it stays in the list and counts zero.
    public func voidSale(_ sale: SaleID, of id: RestaurantID, because reason: String) async throws -> Sale {
        try await writeForValue(Call(.voidSale, id, sale, body: SaleVoid(reason: reason)))
    }

    /// Adds a tip to a sale.
    ///
    /// - Parameter amount: As people write it, such as `2.50`.
    public func addTip(_ amount: String, to sale: SaleID, of id: RestaurantID) async throws -> Sale {
        try await writeForValue(Call(.addSaleTip, id, sale, body: SaleTip(amount: amount)))
    }

    /// Sums up the sales of a venue, as an owner.
    ///
    /// - Parameter from: The first business day; `nil` for the 30 days until `to`, which is today by default.
    public func salesSummary(
        of id: RestaurantID, from: String? = nil, to: String? = nil, by grouping: SalesSummary.Grouping = .day
    ) async throws -> Resource<SalesSummary> {
        try await read(
            Call(.sumSales, id, query: [("from", from), ("to", to), ("by", grouping.rawValue)]))
    }

    /// Compares the portions of a venue with what was counted, as an owner.
    ///
    /// - Parameter from: The first business day; `nil` for the 30 days until `to`, which is today by default.
    public func stockReport(
        of id: RestaurantID, from: String? = nil, to: String? = nil
    ) async throws -> Resource<StockReport> {
        try await read(Call(.compareStock, id, query: [("from", from), ("to", to)]))
    }

    /// Returns how long a venue took for its orders, as an owner.
    ///
    /// - Parameter from: The first business day; `nil` for the 30 days until `to`, which is today by default.
    public func orderTimes(
        of id: RestaurantID, from: String? = nil, to: String? = nil
    ) async throws -> Resource<OrderTimes> {
        try await read(Call(.timeOrders, id, query: [("from", from), ("to", to)]))
    }

    /// Returns every line that a venue has sold in a period, as CSV in UTF-8 with a byte order mark.
    public func salesCSV(of id: RestaurantID, from: String, to: String) async throws -> ByteBuffer {
        try await bytes(Call(.exportSales, id, query: [("from", from), ("to", to)]), "text/csv")
    }
}

/// A sale to enter.
@JSONObject
public struct NewSale: Hashable, Sendable, JSONEncodable {
    /// A dish: chosen from the menu, or typed with its price.
    @JSONObject
    public struct Line: Hashable, Sendable, JSONEncodable {
        @JSONMember(omitIfNil: true) public var pick: MenuPick? = nil
        @JSONMember(omitIfNil: true) public var name: String? = nil
        @JSONMember(omitIfNil: true) public var options: String? = nil
        /// The price of one with its tax, as people write it.
        @JSONMember(omitIfNil: true) public var price: String? = nil
        @JSONMember(omitIfNil: true) public var taxPercent: String? = nil
        public var quantity: Int = 1
    }

    public var lines: [Line]
    @JSONMember(omitIfNil: true) public var tip: String? = nil
    /// `nil` for that of the menu.
    @JSONMember(omitIfNil: true) public var currency: String? = nil
    @JSONMember(omitIfNil: true) public var fulfilment: GroupOrder.Fulfilment? = nil
    /// `nil` for no one by name.
    @JSONMember("customerId", omitIfNil: true) public var customer: CustomerID? = nil
}

/// The body of a request that voids a sale.
@JSONObject
struct SaleVoid: JSONEncodable {
    var reason: String
}

/// The body of a request that adds a tip.
@JSONObject
struct SaleTip: JSONEncodable {
    var amount: String
}
