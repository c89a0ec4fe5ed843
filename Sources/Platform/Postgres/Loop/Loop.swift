import DequeModule
import Foundation
import Logging

/// The event loop that does all communication with the server on one thread: takes requests from the inbox,
/// assigns them to connections, sends them, polls the sockets, reads results and resumes callers. All its
/// state belongs to its thread.
final class Loop {
    private let inbox: Inbox
    private let read: SharedLane
    private let write: SharedLane
    private let slow: SharedLane
    /// `nil` if the slow lane has its statements.
    private let stale: SharedLane?
    private let leased: LeasedLane
    private let costs = StatementCosts()
    private let silence: SilenceWatch?
    private var gauges = PoolGauges()
    private var connectionCount: UInt64 = 0
    private var polls: [pollfd] = []
    /// When to stop waiting for replies during shutdown; `nil` while the loop keeps running.
    private var stopAt: Moment?

    init(_ configuration: PostgresConfiguration, inbox: Inbox, logger: Logger) {
        self.inbox = inbox
        silence = SilenceWatch(configuration, logger)
        let context = Slot.Context(costs: costs, logger: logger)
        read = SharedLane(.read(configuration), context)
        write = SharedLane(.write(configuration), context)
        slow = SharedLane(.slow(configuration), context)
        stale = LanePolicy.stale(configuration).map { SharedLane($0, context) }
        leased = LeasedLane(.leased(configuration), context)
    }

    /// Runs until the inbox is stopped and all requests are finished.
    func run() {
        var messages: [Inbox.Message] = []
        while true {
            let isStopping = inbox.take(&messages, backlog: backlog)
            let now = Moment.now
            for message in messages { handle(message, now) }
            messages.removeAll(keepingCapacity: true)
            if isStopping, isDrained(now) { break }
            serve(now)
            waitForSockets()
        }
        end()
    }

    private var shared: [SharedLane] { [read, write, slow] + (stale.map { [$0] } ?? []) }

    /// The slots of lanes whose statements are cancelled once no caller waits.
    private var cancellableSlots: [Slot] { slow.slots + (stale?.slots ?? []) + leased.slots }

    private var pipelines: [Pipeline] { (shared.flatMap(\.slots) + leased.slots).compactMap(\.pipeline) }

    private var backlog: Inbox.Backlog {
        Inbox.Backlog(
            requests: shared.reduce(leased.waiters.count) { $0 + $1.backlog.count },
            bytes: shared.reduce(0) { $0 + $1.backlogBytes })
    }
}

/// Messages from tasks.
extension Loop {
    private func handle(_ message: Inbox.Message, _ now: Moment) {
        switch message {
        case .request(let request): route(request, now)
        case .abandoned(let request): abandon(request)
        case .release(let lease): leased.release(lease)
        case .cancelReturned(let connection): cancelReturned(connection)
        }
    }

    private func route(_ request: Request, _ now: Moment) {
        guard request.isAwaited else { return }
        switch request.destination {
        case .newLease: leased.enqueue(waiter: request)
        case .lease(let lease): leased.enqueue(request, on: lease)
        case .lane(.write): write.enqueue(request)
        case .lane(.slow): slow.enqueue(request)
        case .lane(.stale): (stale ?? slow).enqueue(request)
        case .lane(.read):
            let isSlow = request.statements.contains { costs.isSlow($0.statement) }
            (isSlow ? slow : read).enqueue(request)
        }
    }

    private func serve(_ now: Moment) {
        for request in read.takeDemoted() { slow.enqueue(request) }
        read.serve(now)
        write.serve(now)
        slow.serve(now)
        stale?.serve(now)
        leased.serve(now)
    }
}

/// Cancelling statements whose callers no longer wait.
extension Loop {
    private func abandon(_ request: Request) {
        for slot in cancellableSlots {
            if let pipeline = slot.pipeline, pipeline.inFlight.first === request { cancel(pipeline) }
        }
    }

    /// Cancels the statements of callers whose deadline has passed.
    private func cancelOverdue() {
        for slot in cancellableSlots {
            if let pipeline = slot.pipeline, let head = pipeline.inFlight.first, !head.isAwaited {
                cancel(pipeline)
            }
        }
    }

    /// Cancels what a connection is running, unless it is a commit. A commit that waits for a synchronous standby and
    /// is cancelled becomes visible without the standby, and is lost if the standby is promoted.
    private func cancel(_ pipeline: Pipeline) {
        guard let head = pipeline.inFlight.first, head.isAbandonable, !head.progress.isCancelling else {
            return
        }
        head.progress.isCancelling = true
        pipeline.hasCancelOut = true
        Canceller.cancel(pipeline.handle) { [inbox, number = pipeline.number] in
            inbox.post(.cancelReturned(connection: number))
        }
    }

    private func cancelReturned(_ connection: UInt64) {
        for slot in cancellableSlots where slot.pipeline?.number == connection {
            slot.pipeline?.hasCancelOut = false
        }
    }
}

/// Polling.
extension Loop {
    private func waitForSockets() {
        polls.removeAll(keepingCapacity: true)
        polls.append(pollfd(fd: inbox.signal.descriptor, events: Int16(POLLIN), revents: 0))
        var wakeTime = stopAt ?? .never
        for lane in shared {
            for slot in lane.slots { slot.addPollRequests(to: &polls) }
            wakeTime = min(wakeTime, lane.wakeTime())
        }
        for slot in leased.slots { slot.addPollRequests(to: &polls) }
        polls += silence?.pollRequests ?? []
        wakeTime = min(wakeTime, leased.wakeTime(), silence?.wakeTime(pipelines, .now) ?? .never)

        gauges.record(shared, leased, .now)
        let maySleep = inbox.fallAsleep(backlog: backlog)
        _ = poll(&polls, nfds_t(polls.count), maySleep ? Moment.now.pollTimeout(until: wakeTime) : 0)
        if polls[0].revents != 0 { inbox.signal.reset() }
        handleEvents(.now, isDue: wakeTime)
    }

    /// Handles all sockets that became ready, and the deadlines if they are due.
    private func handleEvents(_ now: Moment, isDue wakeTime: Moment) {
        var rest = polls[1...]
        for lane in shared {
            for slot in lane.slots {
                let isReady = rest.takeReadiness(of: slot)
                slot.proceed(isReady: isReady, now, number: nextConnection)
                if isReady { lane.receive(slot, now) }
            }
        }
        for slot in leased.slots.indices {
            let isReady = rest.takeReadiness(of: leased.slots[slot])
            leased.slots[slot].proceed(isReady: isReady, now, number: nextConnection)
            if isReady { leased.receive(slot, now) }
        }
        disconnectSilent(now)
        guard now >= wakeTime else { return }
        for lane in shared { lane.expire(now) }
        leased.expire(now)
        cancelOverdue()
    }

    /// Gives up every connection to a server that is silent, also those that are idle.
    private func disconnectSilent(_ now: Moment) {
        guard let silent = silence?.silentServers(among: pipelines, now), !silent.isEmpty else { return }
        for lane in shared {
            for slot in lane.slots where silent.contains(slot.pipeline?.server ?? "") {
                lane.disconnect(slot, "the server is silent", now)
            }
        }
        for index in leased.slots.indices where silent.contains(leased.slots[index].pipeline?.server ?? "") {
            leased.disconnect(index, "the server is silent", now)
        }
    }

    private func nextConnection() -> UInt64 {
        connectionCount += 1
        return connectionCount
    }
}

/// Shutdown.
extension Loop {
    /// Refuses unsent requests. Returns whether no request is in flight any more or the time for that is
    /// over.
    private func isDrained(_ now: Moment) -> Bool {
        let end = stopAt ?? now + PostgresLimits.drain
        stopAt = end
        for lane in shared { lane.refuseBacklog(.shutdown) }
        leased.refuseWaiters(.shutdown)
        if now >= end { return true }
        return (shared.flatMap(\.slots) + leased.slots).allSatisfy { $0.pipeline?.isIdle ?? true }
    }

    private func end() {
        for lane in shared { lane.shutDown() }
        leased.shutDown()
        for case .request(let request) in inbox.close() { request.finish(.failure(.shutdown)) }
    }
}

extension ArraySlice<pollfd> {
    /// Removes the descriptors of `slot` and returns whether one of them is ready.
    fileprivate mutating func takeReadiness(of slot: Slot) -> Bool {
        let count = slot.pollCount
        defer { self = dropFirst(count) }
        return prefix(count).contains { $0.revents != 0 }
    }
}
