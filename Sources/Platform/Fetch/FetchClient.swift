import Foundation
package import Logging
package import Metrics
import ServiceLifecycle

/// What an operator or the program decides for all requests.
package struct FetchConfiguration: Sendable {
    /// Sent with every request, so that a receiver knows whom to write to: `Name/1.0 (+https://…)`.
    package var userAgent: String
    /// A PEM file that replaces the system's certificate authorities.
    package var certificateAuthorities: String?
    /// Transfers at once to one destination.
    package var perDestination: Int

    package init(
        userAgent: String, certificateAuthorities: String? = nil,
        perDestination: Int = FetchLimits.perDestination
    ) {
        self.userAgent = userAgent
        self.certificateAuthorities = certificateAuthorities
        self.perDestination = perDestination
    }
}

/// The only way out of the program: HTTP and, for `Mail`, SMTP.
///
/// One libcurl multi handle on one thread of its own, so that no request ever holds a cooperative thread. The thread
/// runs from `init` until ``shutdown()``, until ``run()`` ends, or until the last reference is gone.
///
/// Redirects are not followed: an answer of 3xx is an answer, and going where it points is a new request, checked like
/// the first.
package final class FetchClient: Service, Sendable {
    package let configuration: FetchConfiguration
    private let inbox: TransferInbox
    private let metrics: FetchMetrics
    private let resolver: NameResolver

    /// - Parameter resolver: Asked for requests to hosts that somebody else than the operator chose.
    /// - Throws: ``FetchError/invalid(_:)`` if the certificate file cannot be read or the user agent not be sent.
    package init(
        _ configuration: FetchConfiguration, logger: Logger, resolver: NameResolver = .system,
        metrics: any MetricsFactory = MetricsSystem.factory
    ) throws(FetchError) {
        try Self.check(configuration)
        let multi = try MultiHandle()
        self.configuration = configuration
        self.metrics = FetchMetrics(factory: metrics)
        self.resolver = resolver
        inbox = TransferInbox(multi)
        TransferLoop.start(multi, inbox, configuration, logger)
    }

    deinit { inbox.stop(by: .now) }

    /// Runs until the service group stops. Transfers under way may finish, within ``FetchLimits/drain``.
    ///
    /// - Throws: If libcurl fails as a whole, which means that memory or file descriptors have run out.
    package func run() async throws {
        let failure = await withTaskCancellationOrGracefulShutdownHandler {
            await inbox.end()
        } onCancelOrGracefulShutdown: { [inbox] in
            inbox.stop(by: .now + FetchLimits.drain)
        }
        if let failure { throw failure }
    }

    /// Takes no more requests and waits until those under way are answered, at most ``FetchLimits/drain``.
    package func shutdown() async {
        inbox.stop(by: .now + FetchLimits.drain)
        _ = await inbox.end()
    }

    /// Runs one transfer.
    ///
    /// Cancelling the task takes the transfer off the wire.
    ///
    /// - Throws: Only what kept the transfer from running to its end; how it ended is in the outcome.
    package func perform(_ plan: TransferPlan) async throws(FetchError) -> TransferOutcome {
        if let objection = plan.policy.objection(to: plan.url) {
            throw .refused("\(plan.url.origin) \(objection)")
        }
        let started = ContinuousClock.now
        let result = await checkedResult(of: plan)
        metrics.record(result, scheme: plan.url.scheme, took: started.duration(to: .now))
        return try result.get()
    }

    /// Looks up and checks the addresses first, where the policy wants that. The time it takes counts.
    private func checkedResult(of plan: TransferPlan) async -> Result<TransferOutcome, FetchError> {
        guard plan.policy.asksForAddresses else { return await result(of: plan) }
        let started = ContinuousClock.now
        var plan = plan
        do throws(FetchError) {
            plan.addresses = try await resolver.addresses(of: plan.url.host, within: plan.limits.connect)
        } catch {
            return .failure(error)
        }
        if let refused = plan.addresses.first(where: { !plan.policy.permits($0) }) {
            return .failure(.refused("\(plan.url.host) leads to \(refused)"))
        }
        plan.limits.total -= started.duration(to: .now)
        return await result(of: plan)
    }

    private func result(of plan: TransferPlan) async -> Result<TransferOutcome, FetchError> {
        guard !Task.isCancelled else { return .failure(.cancelled) }
        let ticket = Ticket()
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                guard let id = inbox.submit(plan, continuation) else { return }
                if ticket.issue(id) { inbox.cancel(id) }
            }
        } onCancel: {
            if let id = ticket.cancel() { inbox.cancel(id) }
        }
    }

    private static func check(_ configuration: FetchConfiguration) throws(FetchError) {
        guard HTTPHeader.isValue(configuration.userAgent) else {
            throw .invalid("the user agent contains a control character")
        }
        guard let path = configuration.certificateAuthorities else { return }
        guard FileManager.default.isReadableFile(atPath: path) else {
            throw .invalid("the file of certificate authorities cannot be read: \(path)")
        }
    }
}
