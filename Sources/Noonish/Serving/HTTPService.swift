import Access
import Foundation
import HTTPKit
import Hummingbird
import Live
import Logging
import NIOCore
import News
import NoonishAPI
import Restaurants
import ServiceLifecycle

/// The HTTP server, with a time limit on its shutdown.
struct HTTPService: Service {
    let application: Application<RouterResponder<AppContext>>
    let connections: ConnectionRegistry
    /// How long the server says that it is not ready before it closes its port.
    let leave: Duration
    /// How long requests and streams that are open when the port closes may take.
    let drain: Duration
    let lameDuck: LameDuck

    /// Creates the server.
    ///
    /// - Parameter index: Awaited before the first request, so that no search returns an empty directory; `nil` for a
    ///   process without searches.
    init(
        _ server: Server, _ router: Hummingbird.Router<AppContext>, lameDuck: LameDuck,
        after index: RestaurantIndex? = nil
    ) throws {
        self.lameDuck = lameDuck
        leave = server.settings.http.leave
        drain = server.settings.http.drain
        let startupMessage = StartupMessage(server)
        let responder = router.buildResponder()
        connections = ConnectionRegistry(
            ConnectionLimits(server.settings.http, files: OpenFileLimit.current), metrics: server.metrics)
        var application = Application(
            responder: responder,
            server: try server.certificate?.server(within: connections)
                ?? .liveStreams(
                    at: Endpoint.streamUpdates.path, responder: responder, within: connections),
            configuration: .init(
                address: .hostname(server.settings.http.host, port: server.port), serverName: nil,
                availableConnectionsDelegate: connections.acceptPolicy),
            onServerRunning: { _ in startupMessage.print() }, logger: Logger(label: "http"))
        application.beforeServerStarts {
            guard let index else { return }
            let deadline = ContinuousClock.now + Self.indexTimeout
            while !index.isReady, ContinuousClock.now < deadline {
                try await Task.sleep(for: .milliseconds(5))
            }
        }
        self.application = application
    }

    /// Time limit for awaiting the index. After that the server starts anyway, and `/readyz` reports when the
    /// index is loaded.
    private static let indexTimeout = Duration.seconds(10)

    func run() async throws {
        // A group of its own, which does not notice the shutdown before it is triggered.
        let group = ServiceGroup(services: [application], logger: application.logger)
        let serving = Task.detached(executorPreference: ConnectionExecutor()) { try await group.run() }
        try await withTaskCancellationHandler {
            try await supervise(serving, in: group)
        } onCancel: {
            serving.cancel()
        }
    }

    private func supervise(_ serving: Task<Void, any Error>, in server: ServiceGroup) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await serving.value }
            group.addTask {
                try await gracefulShutdown()
                lameDuck.begin()
                try await Task.sleep(for: leave)
                await server.triggerGracefulShutdown()
                try await Task.sleep(for: drain)
                serving.cancel()
            }
            group.addTask {
                while true {
                    try await Task.sleep(for: .seconds(1))
                    connections.closeIdle()
                }
            }
            // The first to end: the server, or its time limit.
            try await group.next()
            group.cancelAll()
            // Requests that were cut off throw errors; that is expected during shutdown.
            while let outcome = await group.nextResult() {
                if case .failure(let error) = outcome, !(error is CancellationError) {
                    application.logger.debug("cut off", metadata: ["error": "\(error)"])
                }
            }
        }
    }
}
