import HTTPKit
import Hummingbird
import HummingbirdCore
import HummingbirdHTTP2
import Logging
import NIOCertificateReloading
import NIOSSL
import ServiceLifecycle

/// The server's own TLS: HTTP/1.1 and HTTP/2, with a certificate that is reloaded when its files change.
struct TLSCertificates: Service {
    private let reloader: TimedCertificateReloader

    /// Creates TLS from the settings.
    ///
    /// - Returns: `nil` for plain HTTP, on this machine or behind a proxy that has the certificate.
    /// - Throws: ``CommandError`` if only one of the two files is set, or if they do not match.
    init?(_ settings: Settings.HTTP, logger: Logger) throws {
        guard !settings.certificateFile.isEmpty || !settings.keyFile.isEmpty else { return nil }
        guard !settings.certificateFile.isEmpty, !settings.keyFile.isEmpty else {
            throw CommandError(.settings, "http.certificateFile and http.keyFile must be set together")
        }
        do {
            reloader = try .makeReloaderValidatingSources(
                configuration: .init(
                    refreshInterval: settings.certificateCheck,
                    certificateSource: .init(
                        location: .file(path: settings.certificateFile), format: .pem),
                    privateKeySource: .init(location: .file(path: settings.keyFile), format: .pem)
                ) {
                    // If the files cannot be read, the old certificate stays in use; the operator needs to
                    // know.
                    $0.onCertificateLoadFailed = { failure in
                        logger.error(
                            "the certificate was not read again", metadata: ["reason": "\(failure.error)"])
                    }
                })
        } catch {
            throw CommandError(.settings, "http.certificateFile or http.keyFile cannot be used: \(error)")
        }
    }

    /// Idle timeout of an HTTP/2 connection without open streams: less than that of all connections, so that it ends with
    /// a GOAWAY.
    private static let idleTimeout = Duration.seconds(70)

    /// The cipher suites of TLS 1.2: forward secrecy and authenticated encryption only. Those of TLS 1.3 all have both.
    ///
    /// - Source: RFC 9325, section 4.2.
    private static let cipherSuites: [NIOTLSCipher] = [
        .TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256, .TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256,
        .TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384, .TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384,
        .TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256, .TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256,
    ]

    /// Returns the server for connections of both versions. Live streams are handled as ordinary requests,
    /// because connections are encrypted or, with HTTP/2, shared.
    func server(within connections: ConnectionRegistry) throws -> HTTPServerBuilder {
        var configuration = try TLSConfiguration.makeServerConfiguration(certificateReloader: reloader)
        configuration.minimumTLSVersion = .tlsv12
        configuration.cipherSuiteValues = Self.cipherSuites
        return HTTPServerBuilder { [configuration] responder in
            LimitedChannel(
                try HTTP2UpgradeChannel(
                    tlsConfiguration: configuration,
                    configuration: .init(
                        idleTimeout: Self.idleTimeout, streamConfiguration: .limited(by: connections)),
                    responder: responder),
                within: connections)
        }
    }

    func run() async throws { try await reloader.run() }
}
