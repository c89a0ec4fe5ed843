import Synchronization

/// The error for work that exceeded its time limit.
public struct TimeLimitExceeded: Error, CustomStringConvertible {
    public let limit: Duration
    public var description: String { "not finished within \(limit)" }
}

/// Runs `work` and waits for it at most `limit`.
///
/// Late work is cancelled and abandoned, so that work that ignores cancellation cannot hold up the caller. It
/// may still finish later, so it must be safe to repeat.
///
/// - Throws: ``TimeLimitExceeded``, or the error that `work` throws. Cancelling the caller cancels the work.
public func withTimeLimit<Value: Sendable>(
    _ limit: Duration, _ work: @escaping @Sendable () async throws -> Value
) async throws -> Value {
    let firstResult = FirstResult<Value>()
    let worker = Task { firstResult.finish(await Result(catching: work)) }
    let timer = Task {
        try await Task.sleep(for: limit)
        worker.cancel()
        firstResult.finish(.failure(TimeLimitExceeded(limit: limit)))
    }
    defer { timer.cancel() }
    return try await withTaskCancellationHandler {
        try await firstResult.value()
    } onCancel: {
        worker.cancel()
    }
}

/// Keeps the first of several results and drops the others.
private final class FirstResult<Value: Sendable>: Sendable {
    private enum State {
        case open
        case awaited(CheckedContinuation<Value, any Error>)
        case finished(Result<Value, any Error>)
        case over
    }

    private let state = Mutex(State.open)

    func finish(_ result: Result<Value, any Error>) {
        let waiter: CheckedContinuation<Value, any Error>? = state.withLock { state in
            switch state {
            case .open: state = .finished(result)
            case .awaited(let continuation):
                state = .over
                return continuation
            case .finished, .over: break
            }
            return nil
        }
        waiter?.resume(with: result)
    }

    func value() async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            let result: Result<Value, any Error>? = state.withLock { state in
                if case .finished(let result) = state {
                    state = .over
                    return result
                }
                state = .awaited(continuation)
                return nil
            }
            if let result { continuation.resume(with: result) }
        }
    }
}

extension Result where Failure == any Error, Success: Sendable {
    fileprivate init(catching body: @Sendable () async throws -> Success) async {
        do {
            self = .success(try await body())
        } catch {
            self = .failure(error)
        }
    }
}
