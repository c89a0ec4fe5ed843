import Access
import Accounts
import NoonishAPI
import OpenAPI
import Venues

/// The wire types of invoices, as schemas.
extension Schema {
    private static let invoiceNumber = Schema.string("2027-0001")
    private static let amount = Schema.integer(RecordLimits.amounts, 1_240)

    static let saleInvoice = Schema.named(
        "SaleInvoice", .object(.field("id", .id), .field("number", invoiceNumber)))

    private static let invoiceParty = Schema.named(
        "InvoiceParty",
        .object(
            .field("name", .string("Leila Korhonen")),
            .field("address", .string("Pier 1\n00100 Helsinki\nFI").orNull, "Always there for a recipient."),
            .field("taxNumber", .string("FI12345678").orNull)))

    static let invoice = Schema.named(
        "Invoice",
        .object(
            .field("id", .id),
            .field(
                "number", invoiceNumber, "Gapless for the venue in each year, with those of cancellations."),
            .field("sale", .id), .field("issuedOn", .date),
            .field("soldOn", .date, "The business day, which ends at 4:00."),
            .field("seller", invoiceParty, "The venue, as it was when the invoice was written."),
            .field("recipient", invoiceParty), .field("currency", .string("EUR")),
            .field("lines", .array(of: saleLine), "The dishes."),
            .field("taxes", .array(of: salesTax), "By the rate."), .field("tipMinor", amount),
            .field("totalMinor", amount, "Net, taxes and tip."),
            .field("keptUntil", .date, "The last day on which the law of the venue’s country requires it."),
            .field(
                "cancellation",
                Schema.named(
                    "InvoiceCancellation",
                    .object(
                        .field("number", .string("2027-0002"), "In one series with the invoices."),
                        .field("at", .instant))
                ).orNull, "Null unless the sale was voided.")))

    static let newInvoice = Schema.object(
        .field("name", .text(RecordLimits.name, "Leila Korhonen")),
        .field("address", .text(RecordLimits.address, multiline: true, "Pier 1\n00100 Helsinki")),
        .optional("taxNumber", .text(VenueLimits.taxNumber, "FI12345678")),
        .optional("email", .email, "Of the recipient, to link the invoice to their account."))
}
