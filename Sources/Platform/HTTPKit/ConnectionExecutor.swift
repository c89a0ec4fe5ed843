internal import NIOCore
internal import NIOPosix

/// Runs tasks on the threads of the connections: what a request's task does, it does where its bytes arrive and leave.
///
/// Without it each request changes threads twice, and waking a thread costs more than most answers. In return, whoever
/// computes for milliseconds keeps the other connections of that thread waiting: long work belongs into a task of its own
/// (`Task.detached`) or into a service, which are not run here.
///
/// - Source: SE-0417.
package final class ConnectionExecutor: TaskExecutor {
    private let group = MultiThreadedEventLoopGroup.singleton

    package init() {}

    /// On the loop that asks, if one does; else on any.
    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let executor = asUnownedTaskExecutor()
        group.any().execute { job.runSynchronously(on: executor) }
    }
}
