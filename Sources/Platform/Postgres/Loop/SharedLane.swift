import DequeModule

/// Connections shared by many requests, and the queue of requests that wait for them. A request is assigned
/// to the least loaded connection when it is sent. Used on the loop's thread only.
final class SharedLane {
    let policy: LanePolicy
    let slots: [Slot]
    private(set) var backlog = Deque<Request>()
    /// Total size of the waiting requests.
    private(set) var backlogBytes = 0
    private var earliestDeadline = Moment.never
    /// Reads that timed out and must be run on the slow lane.
    private(set) var demoted: [Request] = []

    init(_ policy: LanePolicy, _ context: Slot.Context) {
        self.policy = policy
        slots = (0..<policy.connectionCount).map { _ in Slot(policy, context) }
    }

    func enqueue(_ request: Request) {
        backlog.append(request)
        track(request)
    }

    /// Assigns and sends waiting requests, and opens another connection if that would shorten the wait.
    func serve(_ now: Moment) {
        guard !backlog.isEmpty else { return }
        for slot in slots {
            if let pipeline = slot.pipeline, now >= pipeline.leavesAt, pipeline.isIdle { slot.close(now) }
        }
        var isCrowded = false
        while let next = backlog.first, let slot = leastLoaded(now), let pipeline = slot.pipeline {
            backlog.removeFirst()
            backlogBytes -= next.byteCount
            isCrowded = isCrowded || !pipeline.inFlight.isEmpty
            if next.deadline <= now {
                next.finish(.failure(timeout(next)))
            } else if next.markSent(), !pipeline.send(next) {
                disconnect(slot, "cannot send", now)
            }
        }
        for slot in slots {
            if let pipeline = slot.pipeline, !pipeline.endBatch() { disconnect(slot, "cannot send", now) }
        }
        if isCrowded || !backlog.isEmpty, !slots.contains(where: \.isConnecting) {
            slots.first { $0.mayOpen(now) }?.open(now)
        }
    }

    /// Reads from the connection of `slot`.
    func receive(_ slot: Slot, _ now: Moment) {
        guard let pipeline = slot.pipeline else { return }
        let isAlive = pipeline.receive()
        requeueUnanswered(from: pipeline)
        if !isAlive {
            disconnect(slot, "closed by the server", now)
        } else if pipeline.isRetiring, pipeline.isIdle {
            slot.close(now)
        }
    }

    func takeDemoted() -> [Request] {
        defer { demoted.removeAll() }
        return demoted
    }

    private func leastLoaded(_ now: Moment) -> Slot? {
        var best: Slot?
        var load = Int.max
        for slot in slots {
            guard let pipeline = slot.pipeline, pipeline.canTakeMore(now), pipeline.inFlight.count < load
            else {
                continue
            }
            best = slot
            load = pipeline.inFlight.count
        }
        return best
    }

    private func track(_ request: Request) {
        backlogBytes += request.byteCount
        earliestDeadline = min(earliestDeadline, request.deadline)
    }

    private func requeueUnanswered(from pipeline: Pipeline) {
        for request in pipeline.unanswered.reversed() {
            if request.progress.wasDemoted, policy.sync == .batch {
                demoted.append(request)
            } else {
                backlog.prepend(request)
                track(request)
            }
        }
        pipeline.unanswered.removeAll(keepingCapacity: true)
    }
}

/// Lost connections and deadlines.
extension SharedLane {
    /// Handles a broken connection: fails its requests in flight, except that reads are sent once more.
    func disconnect(_ slot: Slot, _ reason: String, _ now: Moment) {
        for request in slot.disconnect(reason, now).reversed() {
            if policy.isReadOnly, !request.progress.wasRetriedAfterLoss, request.isAwaited {
                request.progress.restart()
                request.progress.wasRetriedAfterLoss = true
                backlog.prepend(request)
                track(request)
            } else {
                request.finish(.failure(.connectionLost(sent: true)))
            }
        }
    }

    /// Fails overdue requests and abandons dead connections.
    func expire(_ now: Moment) {
        for slot in slots {
            guard let pipeline = slot.pipeline else { continue }
            pipeline.expire(now)
            if now >= pipeline.deadAt { disconnect(slot, "no answer", now) }
        }
        guard now >= earliestDeadline else { return }
        earliestDeadline = .never
        let overdue = backlog.filter { $0.deadline <= now }
        backlog.removeAll { $0.deadline <= now || !$0.isAwaited }
        for request in overdue { request.finish(.failure(timeout(request))) }
        backlogBytes = 0
        for request in backlog { track(request) }
    }

    func wakeTime() -> Moment {
        let wantsOne = !backlog.isEmpty && !slots.contains(where: \.isConnecting)
        return slots.reduce(earliestDeadline) { min($0, $1.wakeTime(isWanted: wantsOne)) }
    }

    /// Fails all requests and closes all connections.
    func shutDown() {
        for request in slots.flatMap({ $0.abandon() }) {
            request.finish(.failure(.connectionLost(sent: true)))
        }
        refuseBacklog(.shutdown)
    }

    /// Fails all unsent requests.
    func refuseBacklog(_ error: PostgresError) {
        for request in backlog { request.finish(.failure(error)) }
        backlog.removeAll()
        backlogBytes = 0
        earliestDeadline = .never
    }

    private func timeout(_ request: Request) -> PostgresError {
        if !request.isSent || request.progress.wasRefused, slots.allSatisfy({ $0.pipeline == nil }),
            let failure = slots.compactMap(\.lastFailure).last
        {
            return PostgresError(failure)
        }
        if request.progress.wasRefused { return .readOnlyServer }
        return .deadline(sent: request.isSent)
    }
}
