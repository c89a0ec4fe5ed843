import Logging
import ServiceLifecycle
import UnixSignals

/// Runs `body` until it ends; SIGTERM and SIGINT begin the graceful shutdown of what runs in it.
///
/// One outermost group catches the signals from the first moment on, so that a database started by us is also stopped
/// when the signal comes while it still starts.
func untilSignal(_ logger: Logger, _ body: @escaping @Sendable () async throws -> Void) async throws {
    let configuration = ServiceGroupConfiguration(
        services: [
            .init(
                service: Work(body: body), successTerminationBehavior: .gracefullyShutdownGroup,
                serviceName: "noonish")
        ],
        gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
    try await ServiceGroup(configuration: configuration).run()
}

/// The same for work without a shutdown of its own: a signal cancels it.
func cancelledBySignal(_ logger: Logger, _ body: @escaping @Sendable () async throws -> Void) async throws {
    try await untilSignal(logger) {
        try await cancelWhenGracefulShutdown { try await body() }
    }
}

private struct Work: Service {
    let body: @Sendable () async throws -> Void

    func run() async throws { try await body() }
}
