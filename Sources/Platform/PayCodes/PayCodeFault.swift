/// Why a payment cannot be written as a code or a link.
package enum PayCodeFault: Error, Hashable, Sendable {
    package enum Member: String, Sendable {
        case account, name, street, houseNumber, postcode, town, country, text, reference, address, key
    }

    /// The code has another currency.
    case wrongCurrency
    case amountOutOfRange
    /// The member is empty, or has characters that the code cannot have.
    case invalid(Member)
    case tooLong(Member)
}

extension PayCodeFault: CustomStringConvertible {
    package var description: String {
        switch self {
        case .wrongCurrency: "this way to pay has another currency"
        case .amountOutOfRange: "this way to pay cannot have this amount"
        case .invalid(let member): "\(member.rawValue) is missing or has characters that cannot be written"
        case .tooLong(let member): "\(member.rawValue) is too long"
        }
    }
}
