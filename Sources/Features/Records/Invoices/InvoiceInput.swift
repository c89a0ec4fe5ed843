import Access
import HTTPKit
import Venues

/// The recipient of an invoice, as an owner typed it.
struct InvoiceInput: Sendable {
    let name: String
    let address: String
    let taxNumber: String?
    /// Links the invoice to the member who has confirmed this address, if they took part in the sale's order; it is not stored.
    let email: String?

    init(_ body: ObjectReader) throws(Problem) {
        var body = body
        let name = body.required("name", .text(RecordLimits.name))
        let address = body.required("address", .text(RecordLimits.address, multiline: true))
        taxNumber = body.optional("taxNumber", .text(VenueLimits.taxNumber))
        email = body.optional("email", .emailAddress)
        (self.name, self.address) = try body.finish(name, address)
    }
}
