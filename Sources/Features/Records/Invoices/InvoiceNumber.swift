/// The number of an invoice or of its cancellation: both are counted from 1 in each year of a venue.
struct InvoiceNumber: Hashable, Sendable {
    let year: Int
    let sequence: Int

    init(year: Int, sequence: Int) { (self.year, self.sequence) = (year, sequence) }

    /// Parses ``text``; `nil` for any other text.
    init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 2, let year = parts[0], let sequence = parts[1],
            InvoiceNumber(year: year, sequence: sequence).text == text
        else { return nil }
        self.init(year: year, sequence: sequence)
    }

    /// Such as `2027-0001`, with more digits where there are more invoices.
    var text: String {
        let digits = String(sequence)
        return "\(year)-" + String(repeating: "0", count: max(4 - digits.count, 0)) + digits
    }
}
