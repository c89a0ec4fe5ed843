import HTTPKit
import NIOCore
import NIOPosix
import Testing

@Suite struct ConnectionExecutorTests {
    @Test func `what a task does is done on a connection's thread, also after it waited elsewhere`() async {
        let threads = await withTaskExecutorPreference(ConnectionExecutor()) {
            let before = MultiThreadedEventLoopGroup.currentEventLoop != nil
            await Task.detached { await Task.yield() }.value
            return (before, MultiThreadedEventLoopGroup.currentEventLoop != nil)
        }

        #expect(threads.0 && threads.1)
        #expect(await Task.detached { MultiThreadedEventLoopGroup.currentEventLoop == nil }.value)
    }
}
