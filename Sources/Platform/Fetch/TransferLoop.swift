import CCurl
import Foundation
import Logging

/// The thread that runs all transfers of a client.
///
/// Not `Sendable`: it is created on its thread and confined to it, as are the transfers, their handles and
/// the libcurl callbacks. All communication with other threads goes through ``TransferInbox``.
///
/// A submission is taken from the inbox, waits in the queue, runs as a ``Transfer``, and is resumed when it
/// is removed from `submissions`: in ``finish(_:_:)`` and nowhere else, hence exactly once.
final class TransferLoop {
    private let multi: UnsafeMutableRawPointer
    private let inbox: TransferInbox
    private let configuration: FetchConfiguration
    private let logger: Logger
    private var queue: TransferQueue
    private var submissions: [UInt64: TransferInbox.Submission] = [:]
    private var transfers: [UInt64: Transfer] = [:]
    private var running: [UnsafeMutableRawPointer: UInt64] = [:]

    /// Starts the thread. It ends when a stop is requested through the inbox, or when libcurl fails as a
    /// whole.
    static func start(
        _ multi: MultiHandle, _ inbox: TransferInbox, _ configuration: FetchConfiguration, _ logger: Logger
    ) {
        let thread = Thread {
            ignoreBrokenPipes()
            TransferLoop(multi, inbox, configuration, logger).run()
        }
        thread.name = "fetch"
        thread.start()
    }

    /// Blocks SIGPIPE, so that writing to a connection that the peer has closed is an error and does not end
    /// the process. Resolver threads inherit this.
    private static func ignoreBrokenPipes() {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
    }

    private init(
        _ multi: MultiHandle, _ inbox: TransferInbox, _ configuration: FetchConfiguration, _ logger: Logger
    ) {
        self.multi = multi.pointer
        self.inbox = inbox
        self.configuration = configuration
        self.logger = logger
        queue = TransferQueue(perDestination: configuration.perDestination, total: FetchLimits.running)
        curl_multi_set_number(self.multi, CURLMOPT_MAXCONNECTS, FetchLimits.idleConnections)
    }

    private func run() {
        var failure: FetchError?
        while failure == nil {
            let batch = inbox.take()
            for submission in batch.submissions { accept(submission) }
            for id in batch.cancellations { finish(id, .failure(.cancelled)) }
            if let stopBy = batch.stopBy {
                if stopBy <= .now { finishAll(.shutdown) }
                if queue.isEmpty { break }
            }
            failure = step(until: batch.stopBy)
        }
        if let failure {
            logger.critical("outbound HTTP client failed", metadata: ["error": "\(failure)"])
            finishAll(failure)
        }
        inbox.close(failure)
        curl_multi_cleanup(multi)
    }

    private func accept(_ submission: TransferInbox.Submission) {
        guard submissions.count < FetchLimits.running + FetchLimits.waiting else {
            return submission.continuation.resume(returning: .failure(.overloaded))
        }
        submissions[submission.id] = submission
        queue.add(submission.id, to: submission.plan.url.origin, deadline: submission.deadline)
    }

    /// Starts queued transfers, lets libcurl work, collects finished transfers, then waits for the next
    /// event.
    private func step(until stopBy: ContinuousClock.Instant?) -> FetchError? {
        for id in queue.expire(at: .now) {
            finish(id, .failure(.timedOut("queued too long for \(origin(of: id))")))
        }
        for id in queue.admit() { begin(id) }
        var stillRunning: Int32 = 0
        let performed = curl_multi_perform(multi, &stillRunning)
        guard performed == CURLM_OK else { return .broken(String(cString: curl_multi_strerror(performed))) }
        guard !collect() else { return nil }
        let polled = curl_multi_poll(multi, nil, 0, pollTimeout(stopBy), nil)
        guard polled == CURLM_OK else { return .broken(String(cString: curl_multi_strerror(polled))) }
        return nil
    }

    private func begin(_ id: UInt64) {
        guard let submission = submissions[id] else { return }
        do throws(FetchError) {
            let transfer = try Transfer(
                submission.plan, remaining: ContinuousClock.now.duration(to: submission.deadline),
                certificateAuthorities: configuration.certificateAuthorities)
            transfers[id] = transfer
            running[transfer.easy.pointer] = id
            let added = curl_multi_add_handle(multi, transfer.easy.pointer)
            if added != CURLM_OK {
                finish(id, .failure(.broken(String(cString: curl_multi_strerror(added)))))
            }
        } catch {
            finish(id, .failure(error))
        }
    }

    /// Finishes the transfers that libcurl reports as done.
    ///
    /// - Returns: Whether any finished, which may let queued transfers start.
    private func collect() -> Bool {
        var didFinish = false
        var remaining: Int32 = 0
        while let message = curl_multi_info_read(multi, &remaining) {
            guard message.pointee.msg == CURLMSG_DONE, let id = running[message.pointee.easy_handle],
                let transfer = transfers[id]
            else { continue }
            finish(id, .success(transfer.outcome(message.pointee.data.result)))
            didFinish = true
        }
        return didFinish
    }

    /// Resumes an accepted submission; nothing else does. Unknown ids belong to submissions that have already
    /// finished.
    private func finish(_ id: UInt64, _ result: Result<TransferOutcome, FetchError>) {
        guard let submission = submissions.removeValue(forKey: id) else { return }
        queue.remove(id)
        if let transfer = transfers.removeValue(forKey: id) {
            running[transfer.easy.pointer] = nil
            curl_multi_remove_handle(multi, transfer.easy.pointer)
        }
        submission.continuation.resume(returning: result)
    }

    private func finishAll(_ failure: FetchError) {
        for id in Array(submissions.keys) { finish(id, .failure(failure)) }
    }

    private func origin(of id: UInt64) -> String { submissions[id]?.plan.url.origin ?? "" }

    /// Returns the milliseconds until the next deadline of the queue or of a stop. libcurl shortens the wait
    /// for its own timers.
    private func pollTimeout(_ stopBy: ContinuousClock.Instant?) -> Int32 {
        let due = [queue.nextDeadline, stopBy].compactMap { $0 }.min()
        guard let due else { return Self.longestPollMs }
        let milliseconds = ContinuousClock.now.duration(to: due).milliseconds + 1  // never wake too early
        return Int32(clamping: min(max(1, milliseconds), Int(Self.longestPollMs)))
    }

    /// One minute. Submissions and cancellations end the wait at once, so this is only an upper bound.
    private static let longestPollMs: Int32 = 60_000
}
