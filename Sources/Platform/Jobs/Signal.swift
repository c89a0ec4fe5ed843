import Synchronization

/// A hint that there is work. Fired any number of times before somebody waits, it wakes the next wait once.
///
/// A hint may be lost (a process that ends, a crash between a commit and its signal), so whoever waits also looks from
/// time to time.
public final class Signal: Sendable {
    private struct State {
        var isFired = false
        var nextWaiter: UInt64 = 0
        var waiters: [UInt64: CheckedContinuation<Void, Never>] = [:]
    }

    private let state = Mutex(State())

    public init() {}

    /// Wakes everybody who waits, or the next to wait. May be called from anywhere; never blocks.
    public func fire() {
        let waiters = state.withLock { state in
            state.isFired = state.waiters.isEmpty
            defer { state.waiters = [:] }
            return state.waiters.values
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Returns when it is fired, after `timeout`, or when the task is cancelled.
    public func wait(timeout: Duration) async {
        await withTaskGroup { group in
            group.addTask { await self.wait() }
            group.addTask { try? await Task.sleep(for: timeout) }
            await group.next()
            group.cancelAll()
        }
    }

    /// Returns when it is fired or the task is cancelled.
    public func wait() async {
        let waiter = state.withLock { state in
            state.nextWaiter += 1
            return state.nextWaiter
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if state.isFired || Task.isCancelled {
                        if !Task.isCancelled { state.isFired = false }
                        return true
                    }
                    state.waiters[waiter] = continuation
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            let continuation = state.withLock { $0.waiters.removeValue(forKey: waiter) }
            continuation?.resume()
        }
    }
}
