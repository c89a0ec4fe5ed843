import Access
import Foundation
import HTTPKit
import Hummingbird
import Live
import Logging
import NIOCore
import News
import Restaurants
import ServiceLifecycle

/// The HTTP server, with a limit on how long its end may take.
struct HTTPService: Service {
    let application: Application<RouterResponder<AppContext>>
    /// For requests and streams that are open when the end begins.
    let drain: Duration

    /// - Parameter index: Loaded before the first request, so that nobody is told that there are no restaurants.
    init(_ server: Server, _ router: Hummingbird.Router<AppContext>, after index: RestaurantIndex) throws {
        drain = server.settings.http.drain
        let greeting = Greeting(server)
        let responder = router.buildResponder()
        var application = Application(
            responder: responder,
            server: try server.certificate?.server()
                ?? .liveStreams(at: StreamRoutes.streamPath, responder: responder),
            configuration: .init(
                address: .hostname(server.settings.http.host, port: server.port), serverName: nil),
            onServerRunning: { _ in greeting.print() }, logger: Logger(label: "http"))
        application.beforeServerStarts {
            let deadline = ContinuousClock.now + Self.patience
            while !index.isReady, ContinuousClock.now < deadline {
                try await Task.sleep(for: .milliseconds(5))
            }
        }
        self.application = application
    }

    /// A directory that takes longer is loaded beside the first requests; `/readyz` says when it is there.
    private static let patience = Duration.seconds(10)

    func run() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask(executorPreference: ConnectionExecutor()) { try await application.run() }
            group.addTask {
                try await gracefulShutdown()
                try await Task.sleep(for: drain)
            }
            // Whichever ends first: the server by itself, or its time.
            try await group.next()
            group.cancelAll()
            // What was cut off reports that it was; the end is what was asked for.
            while let outcome = await group.nextResult() {
                if case .failure(let error) = outcome, !(error is CancellationError) {
                    application.logger.debug("cut off", metadata: ["error": "\(error)"])
                }
            }
        }
    }
}
