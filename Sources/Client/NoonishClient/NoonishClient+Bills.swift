import JSON
public import NIOCore
public import NoonishAPI

/// Bills, payments, transfers, and how the caller wants to be paid.
extension NoonishClient {
    /// Lists the bills of an outing that the caller may read.
    public func bills(of outing: OutingID) async throws -> Resource<Page<OutingBill>> {
        try await read(Call(.listBills, outing))
    }

    /// Creates a bill.
    ///
    /// - Parameter payments: What people paid to the place.
    public func createBill(
        _ bill: NewBill, paid payments: [NewPayment] = [], for outing: OutingID
    ) async throws -> Resource<OutingBill> {
        try await write(Call(.createBill, outing, body: PaidBill(bill: bill, payments: payments)))
    }

    /// Returns everyone's share of a bill without storing it.
    public func previewBill(_ bill: NewBill, for outing: OutingID) async throws -> BillContent {
        try await writeForValue(Call(.previewBill, outing, body: bill))
    }

    /// Returns the newest version of a bill.
    public func bill(_ bill: BillID, of outing: OutingID) async throws -> Resource<OutingBill> {
        try await read(Call(.readBill, outing, bill))
    }

    /// Returns a former version of a bill, counted from 1, with the payments and transfers of the whole bill.
    public func bill(
        _ bill: BillID, version: Int, of outing: OutingID
    ) async throws -> Resource<OutingBill> {
        try await read(Call(.readBillVersion, outing, bill, version))
    }

    /// Creates a new version of a bill.
    ///
    /// - Parameter tag: The version that the correction is based on.
    public func correctBill(
        _ bill: BillID, _ correction: NewBill, of tag: EntityTag, in outing: OutingID
    ) async throws -> Resource<OutingBill> {
        try await write(Call(.correctBill, outing, bill, body: correction, of: tag))
    }

    /// Records what a person paid to the place.
    public func recordPayment(
        _ payment: NewPayment, for bill: BillID, in outing: OutingID
    ) async throws -> Resource<OutingBill> {
        try await write(Call(.recordPayment, outing, bill, body: payment))
    }

    /// Takes back a payment that was recorded by mistake.
    public func reversePayment(
        _ payment: BillPaymentID, of bill: BillID, in outing: OutingID
    ) async throws -> Resource<OutingBill> {
        try await write(Call(.reversePayment, outing, bill, payment))
    }

    /// Marks a transfer as sent, as its debtor.
    public func markSent(
        _ transfer: BillTransferID, of bill: BillID, in outing: OutingID
    ) async throws -> Resource<OutingBill> {
        try await write(Call(.markTransferSent, outing, bill, transfer))
    }

    /// Ends or disputes a transfer, as its creditor.
    ///
    /// - Parameter state: `received`, `disputed` or `forgiven`.
    public func settle(
        _ transfer: BillTransferID, as state: BillTransfer.State, of bill: BillID, in outing: OutingID
    ) async throws -> Resource<OutingBill> {
        try await write(
            Call(
                .settleTransfer, outing, bill, transfer,
                body: ["state": .string(state.rawValue)] as JSONValue))
    }

    /// Reminds the debtor of a transfer, as its creditor: once a day.
    public func nudgeDebtor(
        of transfer: BillTransferID, on bill: BillID, in outing: OutingID
    ) async throws -> Resource<OutingBill> {
        try await write(Call(.nudgeDebtor, outing, bill, transfer))
    }

    /// Lists the ways to pay an open transfer, as its debtor. Empty if the creditor has entered none.
    public func paymentOptions(
        for transfer: BillTransferID, of bill: BillID, in outing: OutingID
    ) async throws -> Resource<Page<TransferPaymentOption>> {
        try await read(Call(.listPaymentOptions, outing, bill, transfer))
    }

    /// Returns the QR code of a way to pay, as SVG.
    ///
    /// - Parameter option: One with a ``TransferPaymentOption/qrCode``.
    public func paymentCode(
        _ option: TransferPaymentOption, for transfer: BillTransferID, of bill: BillID, in outing: OutingID
    ) async throws -> ByteBuffer {
        try await bytes(Call(.readPaymentCode, outing, bill, transfer, option.kind), "image/svg+xml")
    }

    /// Reads what the caller can pay online of a bill, and their checkouts.
    public func checkouts(
        of bill: BillID, in outing: OutingID
    ) async throws -> Resource<CheckoutOverview> {
        try await read(Call(.readCheckouts, outing, bill))
    }

    /// Starts to pay what the caller owes the place. The page at ``BillCheckout/url`` takes the card; read
    /// ``checkouts(of:in:)`` until its state is `paid`.
    ///
    /// - Parameter remember: Whether the provider may remember the card of a member.
    public func startCheckout(
        of bill: BillID, remember: Bool = false, in outing: OutingID
    ) async throws -> BillCheckout {
        try await writeForValue(
            Call(.startCheckout, outing, bill, body: ["remember": .boolean(remember)] as JSONValue))
    }

    /// Returns whether the provider of payments remembers a card of the caller.
    public func rememberedCard() async throws -> Resource<RememberedCard> {
        try await read(Call(.readRememberedCard))
    }

    /// Has the provider forget the caller's card.
    public func removeRememberedCard() async throws { try await perform(Call(.removeRememberedCard)) }

    /// Lists how the caller wants to be paid, with masked values.
    public func payoutMethods() async throws -> Resource<Page<PayoutMethodSummary>> {
        try await read(Call(.listPayoutMethods))
    }

    /// Lists the operator's links with which people can be paid.
    public func paymentLinks() async throws -> Resource<Page<PaymentLink>> {
        try await read(Call(.listPaymentLinks))
    }

    /// Sets a way to be paid, and returns all. Requires a recent sign-in.
    public func setPayoutMethod(
        _ kind: PayoutMethodSummary.Kind, _ method: NewPayoutMethod
    ) async throws -> [PayoutMethodSummary] {
        let page: Page<PayoutMethodSummary> = try await writeForValue(
            Call(.replacePayoutMethod, kind.rawValue, body: method))
        return page.items
    }

    /// Removes a way to be paid.
    public func removePayoutMethod(_ kind: PayoutMethodSummary.Kind) async throws {
        try await perform(Call(.removePayoutMethod, kind.rawValue))
    }
}

@JSONObject
private struct PaidBill: JSONEncodable {
    @JSONMember(flattened: true) let bill: NewBill
    let payments: [NewPayment]
}
