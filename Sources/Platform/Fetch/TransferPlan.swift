/// The description of one transfer, independent of its protocol.
///
/// The loop sets everything that all transfers have in common (limits, address policy, TLS verification, no
/// proxies, no signals), so no protocol can omit it; `prepare` adds the options of the protocol.
package struct TransferPlan: Sendable {
    /// The URL to connect to. Only its ``NetworkURL/origin`` may be logged.
    package let url: NetworkURL
    /// The permitted schemes in libcurl's names, separated by commas: `http,https`.
    package let schemes: String
    package let policy: AddressPolicy
    package var limits: TransferLimits
    /// The only addresses to connect to, already checked. If empty, libcurl resolves the host itself.
    var addresses: [IPAddress] = []
    /// The path of a PEM file that replaces the system's certificate authorities.
    package let certificateAuthorities: String?
    /// The bytes that libcurl uploads; `nil` if the protocol sends none.
    package let upload: [UInt8]?
    /// Sets the options of the protocol. Runs on the loop thread, so it must not block.
    package let prepare: @Sendable (EasyHandle) throws(FetchError) -> Void

    package init(
        url: NetworkURL, schemes: String, policy: AddressPolicy, limits: TransferLimits,
        certificateAuthorities: String? = nil, upload: [UInt8]? = nil,
        prepare: @escaping @Sendable (EasyHandle) throws(FetchError) -> Void
    ) {
        self.url = url
        self.schemes = schemes
        self.policy = policy
        self.limits = limits
        self.certificateAuthorities = certificateAuthorities
        self.upload = upload
        self.prepare = prepare
    }
}

/// The outcome of a transfer that libcurl ran to its end, successful or not.
package struct TransferOutcome: Sendable {
    /// The reason why the transfer failed; `nil` if it succeeded.
    package let failure: FetchError?
    /// The last HTTP or SMTP status that the server sent; 0 if there was none.
    package let status: Int
    /// The lines outside the body, without line ends: the HTTP header lines of the final response, or all
    /// SMTP reply lines.
    package let lines: [String]
    package let body: [UInt8]
    /// Whether the server rejected the credentials.
    package let isLoginRefused: Bool
    /// Whether a connection was opened for this transfer; false if an idle one was reused.
    package let isConnectionNew: Bool
    /// `1.0`, `1.1` or `2`; empty for other protocols.
    package let httpVersion: String
}
