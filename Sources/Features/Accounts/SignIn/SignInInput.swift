package import HTTPKit

/// A validated request for a sign-in mail.
struct SignInRequest: Sendable {
    /// In lower case.
    let address: String

    init(_ body: ObjectReader) throws(Problem) {
        var body = body
        let address = body.required("email", .ownedAddress)
        self.address = try body.finish(address)
    }
}

/// The validated proof that a sign-in mail arrived: its code and address, or the token of its link.
enum SignInProof: Sendable {
    case code(String, address: String)
    case link(String)

    init(_ body: ObjectReader) throws(Problem) {
        var body = body
        if body.has("token") {
            let token = body.required("token", .text(1...200))
            self = .link(try body.finish(token))
        } else {
            let address = body.required("email", .ownedAddress)
            let code = body.required("code", .signInCode)
            let (given, digits) = try body.finish(address, code)
            self = .code(digits, address: given)
        }
    }
}

/// The validated proof that a person owns an address: the code mailed to it.
struct AddressProof: Sendable {
    /// In lower case.
    let address: String
    let code: String

    init(_ body: ObjectReader) throws(Problem) {
        var body = body
        let address = body.required("email", .ownedAddress)
        let code = body.required("code", .signInCode)
        (self.address, self.code) = try body.finish(address, code)
    }
}

extension ValueParser where Value == String {
    /// A mail address, lower-cased as a whole. No two mailboxes differ only in case, and people type either.
    package static var ownedAddress: ValueParser<String> {
        .emailAddress.then { (address) throws(Refusal) in address.lowercased() }
    }

    /// The digits of a code, without white space and hyphens.
    fileprivate static var signInCode: ValueParser<String> {
        .parsed("the \(AccountLimits.codeDigits) digits from the mail", code: "wrong_code", longest: 40) {
            text in
            let digits = text.filter { !$0.isWhitespace && $0 != "-" }
            return !digits.isEmpty && digits.utf8.allSatisfy { (0x30...0x39).contains($0) } ? digits : nil
        }
    }
}
