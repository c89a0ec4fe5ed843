import HTTPKit
import Hummingbird
import HummingbirdCore
import HummingbirdHTTP2
import Logging
import NIOCertificateReloading
import NIOSSL
import ServiceLifecycle

/// TLS of the program's own: HTTP/1.1 and HTTP/2 with a certificate that is read again when its files change.
struct CertificateWay: Service {
    private let reloader: TimedCertificateReloader

    /// - Returns: Nil: plain HTTP, on this machine or behind a proxy that has the certificate.
    /// - Throws: ``Refusal`` for one file without the other, and for files that make no pair.
    init?(_ settings: Settings.HTTP, logger: Logger) throws {
        guard !settings.certificateFile.isEmpty || !settings.keyFile.isEmpty else { return nil }
        guard !settings.certificateFile.isEmpty, !settings.keyFile.isEmpty else {
            throw Refusal(.settings, "http.certificateFile and http.keyFile need each other")
        }
        do {
            reloader = try .makeReloaderValidatingSources(
                configuration: .init(
                    refreshInterval: settings.certificateCheck,
                    certificateSource: .init(
                        location: .file(path: settings.certificateFile), format: .pem),
                    privateKeySource: .init(location: .file(path: settings.keyFile), format: .pem)
                ) {
                    // What cannot be read leaves the certificate as it was; whoever renews it should hear of it.
                    $0.onCertificateLoadFailed = { failure in
                        logger.error(
                            "the certificate was not read again", metadata: ["reason": "\(failure.error)"])
                    }
                })
        } catch {
            throw Refusal(.settings, "http.certificateFile or http.keyFile cannot be used: \(error)")
        }
    }

    /// A connection of HTTP/2 on which nothing is open for this long is closed, as one of HTTP/1.1 is.
    private static let silence = Duration.seconds(75)

    /// For connections of both versions. Live streams go the ordinary way: a connection is shared, or is not plain.
    func server() throws -> HTTPServerBuilder {
        var configuration = try TLSConfiguration.makeServerConfiguration(certificateReloader: reloader)
        configuration.minimumTLSVersion = .tlsv12
        return try .http2Upgrade(
            tlsConfiguration: configuration,
            configuration: .init(idleTimeout: Self.silence, streamConfiguration: .timeLimited))
    }

    func run() async throws { try await reloader.run() }
}
