import HTTPKit

/// A validated request to go to a provider, from a form or as JSON.
struct ProviderRequest: Sendable {
    let purpose: VisitPurpose
    /// The path on this service to return to.
    let destination: String

    init(_ form: FormReader) throws(Problem) {
        var form = form
        let purpose = form.optional("purpose", .visitPurpose, default: .signIn)
        let destination = form.optional("to", .ownPath, default: "/")
        try form.finish()
        (self.purpose, self.destination) = (purpose, destination)
    }

    init(_ body: ObjectReader) throws(Problem) {
        var body = body
        let purpose = body.optional("purpose", .visitPurpose) ?? .signIn
        let destination = body.optional("to", .ownPath) ?? "/"
        try body.finish()
        (self.purpose, self.destination) = (purpose, destination)
    }
}

/// A native app's request: empty to get a nonce, or an ID token issued with that nonce.
struct NativeProof: Sendable {
    let purpose: VisitPurpose
    let token: (id: String, nonce: String)?

    init(_ body: ObjectReader) throws(Problem) {
        var body = body
        purpose = body.optional("purpose", .visitPurpose) ?? .signIn
        guard body.has("idToken") || body.has("nonce") else {
            try body.finish()
            token = nil
            return
        }
        let id = body.required("idToken", .text(1...IdentityLimits.tokenBytes))
        let nonce = body.required("nonce", .text(1...200))
        let given = try body.finish(id, nonce)
        token = (given.0, given.1)
    }
}

extension ValueParser where Value == VisitPurpose {
    fileprivate static var visitPurpose: ValueParser<VisitPurpose> {
        .parsed("sign_in, sign_in_again or link", code: "not_one_of") { VisitPurpose(rawValue: $0) }
    }
}

extension ValueParser where Value == String {
    /// A path of this service with its query. Excludes anything that a browser could turn into another host.
    static var ownPath: ValueParser<String> {
        .parsed("a path of this service", code: "not_a_path", longest: IdentityLimits.destination) { path in
            let isOurs =
                path.hasPrefix("/") && !path.hasPrefix("//") && !path.contains("\\")
                && path.utf8.allSatisfy { (0x21...0x7e).contains($0) }
            return isOurs ? path : nil
        }
    }
}
