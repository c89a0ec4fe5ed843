import Dispatch
import Logging
import Synchronization

/// A connection with its own thread, for work that does not fit a pipeline. It is opened by its first job,
/// runs its jobs in order, and must be closed.
final class DedicatedConnection: Closable {
    private typealias Attempt = Result<BlockingConnection, PostgresError>
    private typealias Job = @Sendable (Attempt) -> Void

    private struct State {
        var jobs: [Job] = []
        var isClosed = false
    }

    private let state = Mutex(State())
    /// Counts the jobs, plus one for the close.
    private let count = DispatchSemaphore(value: 0)
    private let interrupt = Interrupt()
    private let thread = Mutex<BackgroundThread?>(nil)

    init(_ parameters: ConnectionParameters, connectTimeout: Duration, logger: Logger) {
        let thread = BackgroundThread("postgres-own") { [self] in
            var opened: Attempt?
            while let job = next() {
                let connection = opened ?? open(parameters, connectTimeout, logger)
                opened = connection
                job(connection)
            }
        }
        self.thread.withLock { $0 = thread }
    }

    /// Runs `job` on the connection's thread.
    ///
    /// When the task is cancelled, the server is requested to cancel the statement and the connection cannot
    /// be used again.
    func perform<Value: Sendable>(
        until deadline: Moment = .never,
        _ job: @escaping @Sendable (BlockingConnection) throws(PostgresError) -> Value
    ) async throws(PostgresError) -> Value {
        let result: Result<Value, PostgresError> = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                enqueue { opened in
                    continuation.resume(returning: Self.attempt(opened, until: deadline, job))
                }
            }
        } onCancel: {
            interrupt.fire()
        }
        return try result.get()
    }

    /// Cancels the running job, disconnects, and returns when the thread has ended.
    func close() async {
        interrupt.fire()
        state.withLock { $0.isClosed = true }
        count.signal()
        await thread.withLock { $0 }?.join()
    }

    private static func attempt<Value>(
        _ opened: Attempt, until deadline: Moment, _ job: (BlockingConnection) throws(PostgresError) -> Value
    ) -> Result<Value, PostgresError> {
        opened.flatMap { connection in
            connection.deadline = deadline
            do throws(PostgresError) {
                return .success(try job(connection))
            } catch {
                return .failure(error)
            }
        }
    }

    private func enqueue(_ job: @escaping Job) {
        let isClosed = state.withLock { state in
            if !state.isClosed { state.jobs.append(job) }
            return state.isClosed
        }
        if isClosed { job(.failure(.shutdown)) } else { count.signal() }
    }

    /// Waits for the next job; returns `nil` when the connection is closed and no job is left.
    private func next() -> Job? {
        count.wait()
        return state.withLock { $0.jobs.isEmpty ? nil : $0.jobs.removeFirst() }
    }

    private func open(
        _ parameters: ConnectionParameters, _ timeout: Duration, _ logger: Logger
    ) -> Attempt {
        do throws(PostgresError) {
            return .success(
                try BlockingConnection(
                    parameters, until: .now + timeout, interrupt: interrupt, logger: logger)
            )
        } catch {
            return .failure(error)
        }
    }
}
