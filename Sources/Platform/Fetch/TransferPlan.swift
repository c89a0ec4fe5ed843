/// What the loop needs to know of one transfer, whatever its protocol.
///
/// Everything that is the same for all transfers (limits, address policy, TLS verification, no proxies, no signals)
/// is set by the loop and cannot be left out; `prepare` adds what the protocol needs.
package struct TransferPlan: Sendable {
    /// Only to be logged and counted by: scheme, host and port.
    package let url: NetworkURL
    /// libcurl's names, with commas: `http,https`.
    package let schemes: String
    package let policy: AddressPolicy
    package var limits: TransferLimits
    /// The only addresses to connect to, checked; empty: libcurl asks for them itself.
    var addresses: [IPAddress] = []
    /// A PEM file that replaces the system's certificate authorities.
    package let certificateAuthorities: String?
    /// Bytes that libcurl reads as the protocol takes them; nil if the protocol sends none.
    package let upload: [UInt8]?
    /// Sets the options of the protocol. Runs on the loop thread: must not wait.
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

/// What became of a transfer that libcurl ran to its end, well or not.
package struct TransferOutcome: Sendable {
    /// Why libcurl gave up; nil if it did not.
    package let failure: FetchError?
    /// The last status the server gave: of HTTP or of SMTP; 0 if there was none.
    package let status: Int
    /// Lines that are not body, without line ends: HTTP header lines of the last answer, or every SMTP reply line.
    package let lines: [String]
    package let body: [UInt8]
    /// True if the login was refused.
    package let isLoginRefused: Bool
    /// True if a connection was opened for this transfer, false if an idle one was used again.
    package let isConnectionNew: Bool
    /// 1.0, 1.1 or 2; empty for other protocols.
    package let httpVersion: String
}
