import DequeModule

/// Connections that are leased to one caller at a time, and the queue of callers that wait for one: first
/// come first served among those whose ``LeaseShare`` is not used up. Used on the loop's thread only.
final class LeasedLane {
    private struct Holder {
        let lease: Lease
        let shares: [LeaseShare]
        /// The statement that begins the transaction; sent together with the first statement.
        var opening: BoundStatement?
        /// Requests to run on the connection, one after the other.
        var queue = Deque<Request>()
        /// The holder has released the lease, but requests are still running.
        var isReleased = false
    }

    let slots: [Slot]
    private(set) var waiters = Deque<Request>()
    private var holders: [Holder?]
    /// Connections in use by share.
    private var usage: [LeaseShare: Int] = [:]
    private var leaseCount: UInt64 = 0
    private var earliestDeadline = Moment.never

    init(_ policy: LanePolicy, _ context: Slot.Context) {
        slots = (0..<policy.connectionCount).map { _ in Slot(policy, context) }
        holders = Array(repeating: nil, count: slots.count)
    }

    func enqueue(waiter: Request) {
        waiters.append(waiter)
        earliestDeadline = min(earliestDeadline, waiter.deadline)
    }

    /// Queues a request on the connection of its lease.
    func enqueue(_ request: Request, on lease: Lease) {
        guard holders[lease.slot]?.lease == lease else {
            request.finish(.failure(.connectionLost(sent: false)))
            return
        }
        holders[lease.slot]?.queue.append(request)
        earliestDeadline = min(earliestDeadline, request.deadline)
    }

    func release(_ lease: Lease) {
        guard holders[lease.slot]?.lease == lease else { return }
        holders[lease.slot]?.isReleased = true
    }

    /// Sends the next requests, takes back released connections and leases free ones.
    func serve(_ now: Moment) {
        for (index, slot) in slots.enumerated() {
            guard let pipeline = slot.pipeline else { continue }
            if !send(index, pipeline, now) || !pipeline.flush() { disconnect(index, "cannot send", now) }
            reclaim(index, now)
        }
        leaseFreeConnections()
        if !waiters.isEmpty, !slots.contains(where: \.isConnecting) {
            slots.first { $0.mayOpen(now) }?.open(now)
        }
    }

    func receive(_ index: Int, _ now: Moment) {
        guard let pipeline = slots[index].pipeline else { return }
        if !pipeline.receive() { disconnect(index, "closed by the server", now) }
    }

    /// Sends the holder's next request if nothing is in flight. Returns `false` if the connection is broken.
    private func send(_ index: Int, _ pipeline: Pipeline, _ now: Moment) -> Bool {
        while pipeline.inFlight.isEmpty, !pipeline.isCancelling, let next = holders[index]?.queue.popFirst() {
            if next.deadline <= now {
                next.finish(.failure(.deadline(sent: false)))
            } else if next.markSent() {
                let opening = holders[index]?.opening
                holders[index]?.opening = nil
                return pipeline.send(next, opening: opening)
            }
        }
        return true
    }

    /// Returns a released connection to the lane when its last answer has been read. Closes it if a
    /// transaction is still open on it.
    private func reclaim(_ index: Int, _ now: Moment) {
        guard let pipeline = slots[index].pipeline, let holder = holders[index] else { return }
        guard holder.isReleased, holder.queue.isEmpty, pipeline.isIdle else { return }
        endLease(index)
        if pipeline.isInTransaction || pipeline.isRetiring { slots[index].close(now) }
    }

    private func leaseFreeConnections() {
        for (index, slot) in slots.enumerated() where holders[index] == nil {
            guard slot.pipeline != nil else { continue }
            leaseCount += 1
            let lease = Lease(slot: index, number: leaseCount)
            while let next = waiters.firstIndex(where: mayLease) {
                let waiter = waiters.remove(at: next)
                guard waiter.finish(.success(.lease(lease))) else { continue }
                holders[index] = Holder(
                    lease: lease, shares: waiter.shares, opening: waiter.statements.first)
                for share in waiter.shares { usage[share, default: 0] += 1 }
                break
            }
        }
    }

    private func mayLease(_ waiter: Request) -> Bool {
        waiter.shares.allSatisfy { usage[$0, default: 0] < $0.limit(of: slots.count) }
    }

    private func endLease(_ index: Int) {
        for share in holders[index]?.shares ?? [] {
            let left = usage[share, default: 1] - 1
            usage[share] = left > 0 ? left : nil
        }
        holders[index] = nil
    }
}

/// Lost connections and deadlines.
extension LeasedLane {
    func disconnect(_ index: Int, _ reason: String, _ now: Moment) {
        fail(index, inFlight: slots[index].disconnect(reason, now))
    }

    /// Fails all requests and closes all connections.
    func shutDown() {
        for index in slots.indices { fail(index, inFlight: slots[index].abandon()) }
        refuseWaiters(.shutdown)
    }

    /// Ends a lease whose connection is lost.
    private func fail(_ index: Int, inFlight: [Request]) {
        for request in inFlight { request.finish(.failure(.connectionLost(sent: true))) }
        for request in holders[index]?.queue ?? [] { request.finish(.failure(.connectionLost(sent: false))) }
        endLease(index)
    }

    func expire(_ now: Moment) {
        for (index, slot) in slots.enumerated() {
            guard let pipeline = slot.pipeline else { continue }
            pipeline.expire(now)
            if now >= pipeline.deadAt { disconnect(index, "no answer", now) }
        }
        guard now >= earliestDeadline else { return }
        earliestDeadline = .never
        waiters = expire(waiters, now)
        for index in holders.indices {
            guard let queue = holders[index]?.queue else { continue }
            holders[index]?.queue = expire(queue, now)
        }
    }

    func wakeTime() -> Moment {
        let wantsOne = !waiters.isEmpty && !slots.contains(where: \.isConnecting)
        return slots.reduce(earliestDeadline) { min($0, $1.wakeTime(isWanted: wantsOne)) }
    }

    func refuseWaiters(_ error: PostgresError) {
        for waiter in waiters { waiter.finish(.failure(error)) }
        waiters.removeAll()
    }

    private func expire(_ queue: Deque<Request>, _ now: Moment) -> Deque<Request> {
        queue.filter { request in
            if request.deadline <= now {
                let failure =
                    slots.allSatisfy { $0.pipeline == nil } ? slots.compactMap(\.lastFailure).last : nil
                request.finish(.failure(failure.map { PostgresError($0) } ?? .deadline(sent: false)))
                return false
            }
            earliestDeadline = min(earliestDeadline, request.deadline)
            return request.isAwaited
        }
    }
}
