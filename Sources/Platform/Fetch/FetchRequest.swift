import CCurl
import Traces

/// One HTTP request, validated when it is created, so that every instance can be sent as it is.
package struct FetchRequest: Sendable {
    package enum Method: String, Sendable {
        case get, head, post, put, patch, delete

        var name: String { rawValue.uppercased() }
    }

    package let method: Method
    package let url: NetworkURL
    package let headers: [HTTPHeader]
    package let body: [UInt8]?
    package let policy: AddressPolicy
    package let limits: TransferLimits

    /// Validates and creates a request.
    ///
    /// - Parameters:
    ///   - policy: ``AddressPolicy/publicOnly`` unless the operator chose the host.
    ///   - allowsPlainHTTP: Whether to permit `http`. That needs a reason, because anyone on the network path
    ///     can read and change the request.
    /// - Throws: ``FetchError/invalid(_:)`` or ``FetchError/refused(_:)`` with the reason.
    package init(
        _ method: Method, _ url: String, headers: [HTTPHeader] = [], body: [UInt8]? = nil,
        policy: AddressPolicy = .publicOnly, allowsPlainHTTP: Bool = false,
        limits: TransferLimits = TransferLimits()
    ) throws(FetchError) {
        let parsed: NetworkURL
        do { parsed = try NetworkURL(url) } catch { throw .invalid("\(error)") }
        if parsed.user != nil || parsed.password != nil {
            throw .invalid("URL must not contain a user or password")
        }
        if parsed.scheme != "https" && !allowsPlainHTTP { throw .refused("\(parsed.origin) must use https") }
        if let objection = policy.objection(to: parsed) { throw .refused("\(parsed.origin) \(objection)") }
        for header in headers { if let objection = header.objection { throw .invalid(objection) } }
        if body != nil && (method == .get || method == .head) {
            throw .invalid("a \(method.name) request cannot have a body")
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
    /// Sends a request and reads the whole response.
    ///
    /// - Throws: ``FetchError`` if there is no response. A response with any status is returned.
    package func fetch(_ request: FetchRequest) async throws(FetchError) -> FetchResponse {
        let outcome = try await perform(request.plan(userAgent: configuration.userAgent))
        if let failure = outcome.failure { throw failure }
        return FetchResponse(outcome)
    }
}

extension FetchRequest {
    func plan(userAgent: String) -> TransferPlan {
        // Made here: the thread of the transfers belongs to no trace.
        let lines = headerLines
        return TransferPlan(url: url, schemes: url.scheme, policy: policy, limits: limits) {
            easy throws(FetchError) in
            try easy.set(CURLOPT_USERAGENT, userAgent)
            try easy.set(CURLOPT_HTTPHEADER, lines)
            try easy.set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
            // A second request to the same host waits for the first one's TLS handshake and shares its
            // connection if HTTP/2 was negotiated. Not without TLS: libcurl would then wait for the first
            // one's whole response to find out.
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
            try easy.set(CURLOPT_CUSTOMREQUEST, method.name)
        }
    }

    /// The header lines in libcurl's notation: `Name;` sends an empty field, `Name:` removes a field that
    /// libcurl would add.
    private var headerLines: [String] {
        var lines = headers.map { $0.value.isEmpty ? "\($0.name);" : "\($0.name): \($0.value)" }
        let names = Set(headers.map { $0.name.lowercased() })
        if !names.contains("content-type") { lines.append("Content-Type:") }
        if let trace = Trace.current, !names.contains("traceparent") {
            lines.append("traceparent: \(trace.header)")
        }
        lines.append("Expect:")
        return lines
    }
}
