import NIOCore
import NIOPosix

/// Runs tasks on NIO's event loop threads, so that a request is handled on the thread where its bytes arrive
/// and leave.
///
/// Without it, each request changes threads twice, and waking a thread costs more than most responses. The
/// drawback: a task that computes for milliseconds blocks the other connections of its thread. Long work
/// belongs in a task of its own (`Task.detached`) or in a service; neither runs here.
///
/// - Source: SE-0417.
package final class ConnectionExecutor: TaskExecutor {
    private let group = MultiThreadedEventLoopGroup.singleton

    package init() {}

    /// Runs the job on the current event loop if there is one, otherwise on any.
    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let executor = asUnownedTaskExecutor()
        group.any().execute { job.runSynchronously(on: executor) }
    }
}
