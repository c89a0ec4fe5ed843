import CCurl

/// One HTTP request. To hold one is to know that it can be sent as it is.
package struct FetchRequest: Sendable {
    package enum Method: String, Sendable {
        case get = "GET"
        case head = "HEAD"
        case post = "POST"
        case put = "PUT"
        case patch = "PATCH"
        case delete = "DELETE"
    }

    package let method: Method
    package let url: NetworkURL
    package let headers: [HTTPHeader]
    package let body: [UInt8]?
    package let policy: AddressPolicy
    package let limits: TransferLimits

    /// - Parameter policy: ``AddressPolicy/publicOnly`` unless the operator chose the host.
    /// - Parameter isPlainAllowed: Permits `http`, which needs a reason: anybody on the way reads and writes along.
    /// - Throws: ``FetchError/invalid(_:)`` or ``FetchError/refused(_:)``, saying what is wrong.
    package init(
        _ method: Method, _ url: String, headers: [HTTPHeader] = [], body: [UInt8]? = nil,
        policy: AddressPolicy = .publicOnly, isPlainAllowed: Bool = false,
        limits: TransferLimits = TransferLimits()
    ) throws(FetchError) {
        let parsed: NetworkURL
        do { parsed = try NetworkURL(url) } catch { throw .invalid("\(error)") }
        if parsed.user != nil || parsed.password != nil { throw .invalid("URL holds a user or a password") }
        if parsed.scheme != "https" && !isPlainAllowed { throw .refused("\(parsed.origin) must be https") }
        if let objection = policy.objection(to: parsed) { throw .refused("\(parsed.origin) \(objection)") }
        for header in headers { if let objection = header.objection { throw .invalid(objection) } }
        if body != nil && (method == .get || method == .head) {
            throw .invalid("\(method.rawValue) has no body")
        }
        self.method = method
        self.url = parsed
        self.headers = headers
        self.body = body
        self.policy = policy
        self.limits = limits
    }
}

extension FetchClient {
    /// Sends a request and reads the whole answer.
    ///
    /// - Throws: ``FetchError`` if there is no answer; every status is an answer.
    package func fetch(_ request: FetchRequest) async throws(FetchError) -> FetchResponse {
        let outcome = try await perform(request.plan(userAgent: configuration.userAgent))
        if let failure = outcome.failure { throw failure }
        return FetchResponse(outcome)
    }
}

extension FetchRequest {
    func plan(userAgent: String) -> TransferPlan {
        TransferPlan(url: url, schemes: url.scheme, policy: policy, limits: limits) {
            easy throws(FetchError) in
            try easy.set(CURLOPT_USERAGENT, userAgent)
            try easy.set(CURLOPT_HTTPHEADER, headerLines)
            try easy.set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
            // A second request waits for the first one's TLS handshake, and shares its connection if that says HTTP/2.
            // Not without TLS: there libcurl would wait for the first one's whole answer to know.
            try easy.set(CURLOPT_PIPEWAIT, url.scheme == "https" ? 1 : 0)
            try setMethod(easy)
        }
    }

    private func setMethod(_ easy: EasyHandle) throws(FetchError) {
        switch method {
        case .get: try easy.set(CURLOPT_HTTPGET, 1)
        case .head: try easy.set(CURLOPT_NOBODY, 1)
        case .post:
            try easy.set(CURLOPT_POST, 1)
            try easy.set(body: body ?? [])
        case .put, .patch, .delete:
            if let body { try easy.set(body: body) }
            try easy.set(CURLOPT_CUSTOMREQUEST, method.rawValue)
        }
    }

    /// libcurl's notation: `Name;` is an empty field, `Name:` takes out what libcurl would send of its own.
    private var headerLines: [String] {
        var lines = headers.map { $0.value.isEmpty ? "\($0.name);" : "\($0.name): \($0.value)" }
        let names = Set(headers.map { $0.name.lowercased() })
        if !names.contains("content-type") { lines.append("Content-Type:") }
        lines.append("Expect:")
        return lines
    }
}
