import JSON
public import NIOCore
public import NoonishAPI

/// The group order of an outing.
extension NoonishClient {
    /// Returns the live order, or the last one that was cancelled.
    public func order(in outing: OutingID) async throws -> Resource<GroupOrder> {
        try await read(Call(.readOrder, outing))
    }

    /// Opens an order, as a host.
    public func openOrder(_ order: NewGroupOrder, in outing: OutingID) async throws -> Resource<GroupOrder> {
        try await write(Call(.openOrder, outing, body: order))
    }

    /// Edits the order, as a host.
    ///
    /// - Throws: ``Problem`` 412 if the order has changed since `tag`; ``Problem/members`` then has the `current` one.
    public func editOrder(
        in outing: OutingID, _ edit: GroupOrderEdit, of tag: EntityTag
    ) async throws -> Resource<GroupOrder> {
        try await write(Call(.editOrder, outing, body: edit, of: tag))
    }

    /// Moves the order to another state.
    public func moveOrder(
        in outing: OutingID, _ transition: OrderTransition
    ) async throws -> Resource<GroupOrder> {
        try await write(Call(.moveOrder, outing, body: transition))
    }

    /// Orders a dish. The same dish again raises the quantity.
    public func orderDish(_ dish: NewDish, in outing: OutingID) async throws -> Resource<OrderLine> {
        try await write(Call(.addOrderLine, outing, body: dish))
    }

    /// Orders what the caller ordered from the same place the last time.
    ///
    /// - Parameter preview: Whether to return the dishes without ordering them.
    public func repeatLastOrder(
        in outing: OutingID, preview: Bool = false
    ) async throws -> RepeatedOrder {
        try await writeForValue(
            Call(.repeatOrderLines, outing, body: ["preview": .boolean(preview)] as JSONValue))
    }

    /// Edits a dish.
    ///
    /// - Throws: ``Problem`` 412 if the dish has changed since `tag`; ``Problem/members`` then has the `current` one.
    public func edit(
        _ line: OrderLineID, in outing: OutingID, _ edit: DishEdit, of tag: EntityTag
    ) async throws -> Resource<OrderLine> {
        try await write(Call(.editOrderLine, outing, line, body: edit, of: tag))
    }

    /// Takes a dish off the order. It stays in the history.
    public func strike(_ line: OrderLineID, in outing: OutingID, of tag: EntityTag) async throws {
        try await perform(Call(.strikeOrderLine, outing, line, of: tag))
    }

    /// Puts a dish back that was taken off in the last 15 minutes.
    public func restore(_ line: OrderLineID, in outing: OutingID) async throws -> Resource<OrderLine> {
        try await write(Call(.restoreOrderLine, outing, line))
    }

    /// States that the caller wants nothing. It ends with a pick.
    public func passOrder(in outing: OutingID) async throws -> GroupOrder {
        try await writeForValue(Call(.passOrder, outing))
    }

    /// Withdraws the statement that the caller wants nothing.
    public func withdrawOrderPass(in outing: OutingID) async throws -> GroupOrder {
        try await writeForValue(Call(.withdrawOrderPass, outing))
    }

    /// Gives the dishes of the menu the prices of today, and returns what that changes.
    ///
    /// - Parameter preview: Whether to return it without changing anything.
    public func repriceOrder(in outing: OutingID, preview: Bool = false) async throws -> RepricedOrder {
        try await writeForValue(
            Call(.repriceOrder, outing, body: ["preview": .boolean(preview)] as JSONValue))
    }

    /// Asks the attendees who have not picked, and returns them.
    ///
    /// - Parameter preview: Whether to return them without asking them.
    public func nudgeForOrder(in outing: OutingID, preview: Bool = false) async throws -> [Person] {
        let page: Page<Person> = try await writeForValue(
            Call(.nudgeOrder, outing, body: ["preview": .boolean(preview)] as JSONValue))
        return page.items
    }

    /// Returns the sheet for the place, as a coordinator.
    public func orderSheet(
        in outing: OutingID, _ arrangement: SheetArrangement = SheetArrangement()
    ) async throws -> Resource<OrderSheet> {
        try await read(Call(.readOrderSheet, outing, query: arrangement.query()))
    }

    /// Returns the sheet as text that can be read out.
    public func orderSheetText(
        in outing: OutingID, _ arrangement: SheetArrangement = SheetArrangement()
    ) async throws -> String {
        let call = Call(.readOrderSheet, outing, query: arrangement.query("text"))
        return String(buffer: try await bytes(call, "text/plain"))
    }

    /// Returns the sheet as CSV, in UTF-8 with a byte order mark.
    public func orderSheetCSV(
        in outing: OutingID, _ arrangement: SheetArrangement = SheetArrangement()
    ) async throws -> ByteBuffer {
        try await bytes(Call(.readOrderSheet, outing, query: arrangement.query("csv")), "text/csv")
    }

    /// Returns what each person ordered; for people who do not run the order, their own part.
    public func orderReceipt(in outing: OutingID) async throws -> Resource<OrderReceipt> {
        try await read(Call(.readOrderReceipt, outing))
    }

    /// Returns the receipt as CSV, in UTF-8 with a byte order mark.
    public func orderReceiptCSV(in outing: OutingID) async throws -> ByteBuffer {
        try await bytes(Call(.readOrderReceipt, outing, query: [("format", "csv")]), "text/csv")
    }

    /// Lists what happened to the order, newest first.
    public func orderEvents(
        in outing: OutingID, limit: Int? = nil, cursor: String? = nil
    ) async throws -> Resource<Page<OrderEvent>> {
        try await read(Call(.listOrderEvents, outing, query: .page(limit, cursor)))
    }

    /// Lists what the caller ordered, newest first.
    public func ownOrders(limit: Int? = nil, cursor: String? = nil) async throws -> Resource<Page<OwnOrder>> {
        try await read(Call(.listOwnOrders, query: .page(limit, cursor)))
    }
}

extension OrderLine {
    /// The state of this line, for an edit of it.
    public var tag: EntityTag { EntityTag("\"\(version)\"") }
}

extension SheetArrangement {
    fileprivate func query(_ format: String? = nil) -> [(name: String, value: String?)] {
        [
            ("by", grouping.rawValue), ("names", hasNames ? "true" : nil), ("lang", language),
            ("format", format),
        ]
    }
}
