import Synchronization

/// A hint that work is available. It wakes one waiter; if fired any number of times while nothing is waiting, it wakes
/// the next wait once.
///
/// Hints may be lost (a process ends, or crashes between a commit and its signal), so a waiter must also poll
/// from time to time.
public final class Signal: Sendable {
    private struct State {
        var isFired = false
        var nextWaiter: UInt64 = 0
        var waiters: [UInt64: CheckedContinuation<Void, Never>] = [:]
    }

    private let state = Mutex(State())

    public init() {}

    /// Wakes one waiter, or the next one if none is waiting. Safe to call from anywhere; never blocks.
    public func fire() {
        let waiter = state.withLock { state in
            guard let first = state.waiters.keys.min() else {
                state.isFired = true
                return CheckedContinuation<Void, Never>?.none
            }
            return state.waiters.removeValue(forKey: first)
        }
        waiter?.resume()
    }

    /// Waits until the signal is fired, `timeout` has passed, or the task is cancelled.
    public func wait(timeout: Duration) async {
        await withTaskGroup { group in
            group.addTask { await self.wait() }
            group.addTask { try? await Task.sleep(for: timeout) }
            await group.next()
            group.cancelAll()
        }
    }

    /// Waits until the signal is fired or the task is cancelled.
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
