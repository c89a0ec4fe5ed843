import Foundation
import Initializers
package import Logging
package import Metrics
import ServiceLifecycle

/// Settings that apply to all requests of a client.
@MemberwiseInit
package struct FetchConfiguration: Sendable {
    /// The `User-Agent` of every request, with a contact for the receiver: `Name/1.0 (+https://…)`.
    package var userAgent: String
    /// The path of a PEM file that replaces the system's certificate authorities.
    package var certificateAuthorities: String? = nil
    /// The maximum number of concurrent transfers to one destination.
    package var perDestination: Int = FetchLimits.perDestination
}

/// The client for all outbound traffic: HTTP and, for `Mail`, SMTP.
///
/// It drives one libcurl multi handle on a dedicated thread, so that no request blocks a thread of the
/// cooperative pool. The thread runs from `init` until ``shutdown()``, until ``run()`` ends, or until the
/// last reference to the client is released.
///
/// Redirects are not followed. A 3xx response is returned like any other; following it takes a new request,
/// which is checked like the first.
package final class FetchClient: Service, Sendable {
    package let configuration: FetchConfiguration
    private let inbox: TransferInbox
    private let metrics: FetchMetrics
    private let resolver: NameResolver

    /// Creates a client and starts its thread.
    ///
    /// - Parameter resolver: Resolves the hosts of requests whose URL the operator did not choose.
    /// - Throws: ``FetchError/invalid(_:)`` if the certificate file cannot be read or the user agent contains
    ///   a control character.
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

    /// Runs until the service group stops. Transfers in progress then have ``FetchLimits/drain`` to finish.
    ///
    /// - Throws: ``FetchError`` if libcurl fails as a whole, which means that memory or file descriptors have
    ///   run out.
    package func run() async throws {
        let failure = await withTaskCancellationOrGracefulShutdownHandler {
            await inbox.end()
        } onCancelOrGracefulShutdown: { [inbox] in
            inbox.stop(by: .now + FetchLimits.drain)
        }
        if let failure { throw failure }
    }

    /// Rejects further requests and waits for those in progress, for at most ``FetchLimits/drain``.
    package func shutdown() async {
        inbox.stop(by: .now + FetchLimits.drain)
        _ = await inbox.end()
    }

    /// Runs one transfer. Cancelling the task aborts it.
    ///
    /// - Throws: An error that kept the transfer from running to its end. An error reported by libcurl at the
    ///   end of the transfer is in the outcome instead.
    package func perform(_ plan: TransferPlan) async throws(FetchError) -> TransferOutcome {
        if let objection = plan.policy.objection(to: plan.url) {
            throw .refused("\(plan.url.origin) \(objection)")
        }
        let started = ContinuousClock.now
        let result = await checkedResult(of: plan)
        metrics.record(result, scheme: plan.url.scheme, took: started.duration(to: .now))
        return try result.get()
    }

    /// Runs the transfer, first resolving and checking the host's addresses if the policy requires it. The
    /// time that takes counts against the total limit.
    private func checkedResult(of plan: TransferPlan) async -> Result<TransferOutcome, FetchError> {
        guard plan.policy.requiresResolvedAddresses else { return await result(of: plan) }
        let started = ContinuousClock.now
        var plan = plan
        do throws(FetchError) {
            plan.addresses = try await resolver.addresses(of: plan.url.host, within: plan.limits.connect)
        } catch {
            return .failure(error)
        }
        if let refused = plan.addresses.first(where: { !plan.policy.permits($0) }) {
            return .failure(.refused("\(plan.url.host) resolves to forbidden address \(refused)"))
        }
        plan.limits.total -= started.duration(to: .now)
        return await result(of: plan)
    }

    private func result(of plan: TransferPlan) async -> Result<TransferOutcome, FetchError> {
        guard !Task.isCancelled else { return .failure(.cancelled) }
        let ticket = TransferCancellation()
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
