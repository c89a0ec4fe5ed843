public import JSON
import NIOCore
public import NoonishAPI

/// The invoices of a venue, for its owners.
extension NoonishClient {
    /// Lists the invoices of a venue by their numbers, newest first.
    public func invoices(
        of id: RestaurantID, limit: Int? = nil, cursor: String? = nil
    ) async throws -> Resource<Page<Invoice>> {
        try await read(
            Call(.listInvoices, id, query: [("limit", limit.map(String.init)), ("cursor", cursor)]))
    }

    public func invoice(_ invoice: InvoiceID, of id: RestaurantID) async throws -> Resource<Invoice> {
        try await read(Call(.readInvoice, id, invoice))
    }

    /// Writes the invoice of a sale. Nothing changes one afterwards.
    ///
    /// - Throws: ``Problem`` 409 `invoice_exists` if the sale has one, `sale_voided` if it was voided.
    public func writeInvoice(
        _ invoice: NewInvoice, for sale: SaleID, of id: RestaurantID
    ) async throws -> Invoice {
        try await writeForValue(Call(.writeInvoice, id, sale, body: invoice))
    }
}

/// The recipient of an invoice.
@JSONObject
public struct NewInvoice: Hashable, Sendable, JSONEncodable {
    public var name: String
    public var address: String
    @JSONMember(omitIfNil: true) public var taxNumber: String? = nil
    /// Links the invoice to the member who has confirmed this address; it is not stored.
    @JSONMember(omitIfNil: true) public var email: String? = nil
}
