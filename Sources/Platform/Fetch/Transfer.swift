import CCurl

/// A running transfer: its libcurl handle and the data received so far.
///
/// Not `Sendable`: it is confined to the loop thread. libcurl calls its callbacks only from that thread,
/// between `curl_multi_add_handle` and `curl_multi_remove_handle`, while the loop retains it.
final class Transfer {
    let plan: TransferPlan
    let easy: EasyHandle

    /// The data received so far, written by the callbacks.
    var lines: [String] = []
    var lineBytes = 0
    var body: [UInt8] = []
    var isTooLarge = false
    /// The number of upload bytes that libcurl has read.
    var uploaded = 0
    /// The first address that the policy did not permit. Once it is set, no other address is tried.
    var refusedAddress: String?

    private let message: UnsafeMutablePointer<CChar>

    /// Creates a transfer and configures its handle.
    ///
    /// - Parameter remaining: What is left of the time limit after waiting in the queue.
    init(_ plan: TransferPlan, remaining: Duration, certificateAuthorities: String?) throws(FetchError) {
        self.plan = plan
        easy = try EasyHandle()
        message = .allocate(capacity: Int(CURL_ERROR_SIZE))
        message.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        try setSafety(
            remaining, certificateAuthorities: plan.certificateAuthorities ?? certificateAuthorities)
        try setCallbacks()
        try plan.prepare(easy)
    }

    deinit { message.deallocate() }

    /// Sets the options that every protocol requires.
    private func setSafety(_ remaining: Duration, certificateAuthorities: String?) throws(FetchError) {
        try easy.set(CURLOPT_URL, plan.url.text)
        try easy.set(CURLOPT_PROTOCOLS_STR, plan.schemes)
        if let resolved = plan.resolved { try easy.set(CURLOPT_RESOLVE, [resolved]) }
        try easy.set(CURLOPT_FOLLOWLOCATION, 0)
        try easy.set(CURLOPT_PROXY, "")
        try easy.set(CURLOPT_NOPROXY, "*")
        try easy.set(CURLOPT_TIMEOUT_MS, max(1, remaining.milliseconds))
        try easy.set(CURLOPT_CONNECTTIMEOUT_MS, max(1, plan.limits.connect.milliseconds))
        try easy.set(CURLOPT_MAXFILESIZE_LARGE, size: plan.limits.responseBytes)
        try easy.set(CURLOPT_SSL_VERIFYPEER, 1)
        try easy.set(CURLOPT_SSL_VERIFYHOST, 2)
        try easy.set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
        if let certificateAuthorities { try easy.set(CURLOPT_CAINFO, certificateAuthorities) }
        try easy.set(CURLOPT_NOSIGNAL, 1)
        // Without this, removing a transfer whose name is still being resolved waits for getaddrinfo and
        // stalls every other transfer.
        try easy.set(CURLOPT_QUICK_EXIT, 1)
    }

    private func setCallbacks() throws(FetchError) {
        let this = Unmanaged.passUnretained(self).toOpaque()
        try set(CURLOPT_PRIVATE, this)
        try set(CURLOPT_ERRORBUFFER, message)
        try set(CURLOPT_WRITEDATA, this)
        try set(CURLOPT_HEADERDATA, this)
        try set(CURLOPT_OPENSOCKETDATA, this)
        try set(CURLOPT_PREREQDATA, this)
        let handle = easy.pointer
        try easy.check(
            curl_set_data_function(handle, CURLOPT_WRITEFUNCTION, receiveBody), CURLOPT_WRITEFUNCTION)
        try easy.check(
            curl_set_data_function(handle, CURLOPT_HEADERFUNCTION, receiveLine), CURLOPT_HEADERFUNCTION)
        try easy.check(curl_set_open_socket_function(handle, openSocket), CURLOPT_OPENSOCKETFUNCTION)
        try easy.check(curl_set_request_check_function(handle, checkPeer), CURLOPT_PREREQFUNCTION)
        guard let upload = plan.upload else { return }
        try set(CURLOPT_READDATA, this)
        try set(CURLOPT_SEEKDATA, this)
        try easy.check(curl_set_data_function(handle, CURLOPT_READFUNCTION, sendUpload), CURLOPT_READFUNCTION)
        try easy.check(curl_set_seek_function(handle, seekUpload), CURLOPT_SEEKFUNCTION)
        try easy.set(CURLOPT_UPLOAD, 1)
        try easy.set(CURLOPT_INFILESIZE_LARGE, size: upload.count)
    }

    private func set(_ option: CURLoption, _ value: UnsafeMutableRawPointer) throws(FetchError) {
        try easy.check(curl_set_pointer(easy.pointer, option, value), option)
    }

    /// Returns the outcome of the transfer once libcurl has finished with the handle.
    func outcome(_ result: CURLcode) -> TransferOutcome {
        let status = easy.number(CURLINFO_RESPONSE_CODE)
        return TransferOutcome(
            failure: failure(result, status), status: status, lines: lines, body: body,
            isLoginRefused: result == CURLE_LOGIN_DENIED,
            isConnectionNew: easy.number(CURLINFO_NUM_CONNECTS) > 0,
            httpVersion: httpVersion)
    }

    private func failure(_ result: CURLcode, _ status: Int) -> FetchError? {
        if let refusedAddress {
            return .refused("\(plan.url.host) resolves to forbidden address \(refusedAddress)")
        }
        if isTooLarge || result == CURLE_FILESIZE_EXCEEDED {
            return .tooLarge(status: status, limit: plan.limits.responseBytes)
        }
        return FetchError(result, "\(plan.url.origin): \(reason(result))")
    }

    private func reason(_ result: CURLcode) -> String {
        let detail = String(cString: message)
        return detail.isEmpty ? String(cString: curl_easy_strerror(result)) : detail
    }

    private var httpVersion: String {
        switch easy.number(CURLINFO_HTTP_VERSION) {
        case Int(CURL_HTTP_VERSION_1_0): "1.0"
        case Int(CURL_HTTP_VERSION_1_1): "1.1"
        case Int(CURL_HTTP_VERSION_2_0): "2"
        default: ""
        }
    }
}

extension TransferPlan {
    /// The checked addresses in libcurl's `CURLOPT_RESOLVE` notation. The leading plus sign lets the cache
    /// entry expire like any other.
    fileprivate var resolved: String? {
        guard !addresses.isEmpty else { return nil }
        let list = addresses.map { address in
            switch address {
            case .v4: "\(address)"
            case .v6: "[\(address)]"
            }
        }
        return "+\(url.host):\(url.port):\(list.joined(separator: ","))"
    }
}

extension FetchError {
    /// Converts a result of libcurl; `nil` for success.
    init?(_ result: CURLcode, _ reason: String) {
        switch result {
        case CURLE_OK: return nil
        case CURLE_OPERATION_TIMEDOUT: self = .timedOut(reason)
        case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_CONNECT: self = .unreachable(reason)
        case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE,
            CURLE_SSL_ISSUER_ERROR, CURLE_SSL_CIPHER, CURLE_SSL_CERTPROBLEM, CURLE_USE_SSL_FAILED:
            self = .insecure(reason)
        case CURLE_URL_MALFORMAT, CURLE_BAD_FUNCTION_ARGUMENT:
            self = .invalid(reason)
        default: self = .broken(reason)
        }
    }
}

extension Duration {
    /// Whole milliseconds, rounded down.
    var milliseconds: Int {
        Int(components.seconds) * 1_000 + Int(components.attoseconds / 1_000_000_000_000_000)
    }
}
