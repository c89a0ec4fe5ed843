import Logging
import ServiceLifecycle
import UnixSignals

/// Runs `body` until it ends; SIGTERM and SIGINT start the graceful shutdown of its services.
///
/// One outermost group handles signals from the first moment, so that a signal during start-up also stops an
/// embedded database that is still starting.
func runUntilSignal(_ logger: Logger, _ body: @escaping @Sendable () async throws -> Void) async throws {
    let configuration = ServiceGroupConfiguration(
        services: [
            .init(
                service: Work(body: body), successTerminationBehavior: .gracefullyShutdownGroup,
                serviceName: "noonish")
        ],
        gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
    try await ServiceGroup(configuration: configuration).run()
}

/// Runs `body` until it ends; SIGTERM and SIGINT cancel it. For work without a graceful shutdown.
func runCancellingOnSignal(_ logger: Logger, _ body: @escaping @Sendable () async throws -> Void) async throws
{
    try await runUntilSignal(logger) {
        try await cancelWhenGracefulShutdown { try await body() }
    }
}

private struct Work: Service {
    let body: @Sendable () async throws -> Void

    func run() async throws { try await body() }
}
