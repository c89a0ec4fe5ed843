/// What identifies a payment on statements: one text that links, codes and screens share.
package struct PaymentReference: Hashable, Sendable {
    /// A title and the code, such as `Thursday lunch 11 Mar, K7QX`: at most 50 characters, which every kind of code has room for.
    package let text: String
    /// Letters and digits alone, for codes that have no text: `K7QX`.
    package let code: String

    /// - Parameters:
    ///   - title: Cut so that the text fits.
    ///   - code: 1 to 25 capital letters and digits.
    package init(title: String, code: String) throws(PayCodeFault) {
        guard (1...25).contains(code.utf8.count), code.utf8.allSatisfy({ $0.isDigit || $0.isCapital }) else {
            throw .invalid(.reference)
        }
        let title = title.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            .cut(to: UPIPayment.longestNote - code.utf8.count - 2)
        self.code = code
        text = title.isEmpty ? code : "\(title), \(code)"
    }
}
