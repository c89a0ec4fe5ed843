import Access
import HTTPKit
import Jobs
import News
import NoonishAPI
import ServiceLifecycle
import TestSupport
import Testing

@testable import Live

@Suite(.timeLimit(.minutes(30)))
struct NotifyBroadcasterTests {
    @Test func `a commit in one process wakes the fan-out of another process`() async throws {
        try await withDatabase { database in
            let hub = StreamHub(database: database, catalogue: .shipped, kinds: .all, logger: .silent)
            let here = WakeUpDispatcher(hub: hub)
            let there = WakeUpDispatcher(
                hub: StreamHub(database: database, catalogue: .shipped, kinds: .all, logger: .silent))

            await withTaskGroup { group in
                for wakeUps in [here, there] {
                    let courier = NotifyBroadcaster(
                        database: database, wakeUps: wakeUps, logger: .silent)
                    group.addTask { try? await courier.run() }
                }
                await there.fanOut.wait()  // begins to listen: what was before may have been missed
                await here.fanOut.wait()
                here.committed(OutingID.make())
                await there.fanOut.wait()
                await here.fanOut.wait()  // its own, at once
                there.didFanOut()
                await here.delivery(.mail).wait()
                group.cancelAll()
            }
        }
    }

    @Test func `a hint wakes one of the workers, and its delay is measured`() async throws {
        try await withDatabase { database in
            let processes = [ProcessRegistry.Role.http, .worker, .worker].map {
                ProcessRegistry($0, database: database, logger: .silent)
            }
            for process in processes + processes { try await process.report() }
            let dispatchers = processes.map { process in
                WakeUpDispatcher(
                    hub: StreamHub(database: database, catalogue: .shipped, kinds: .all, logger: .silent),
                    processes: process)
            }
            let metrics = MetricsRegistry()

            await withTaskGroup { group in
                for wakeUps in dispatchers {
                    let courier = NotifyBroadcaster(
                        database: database, wakeUps: wakeUps, logger: .silent, metrics: metrics)
                    group.addTask { try? await courier.run() }
                }
                for wakeUps in dispatchers { await wakeUps.fanOut.wait() }
                let woken = AsyncStream<Int>.makeStream()
                for (index, wakeUps) in dispatchers.enumerated() where index > 0 {
                    group.addTask {
                        await wakeUps.fanOut.wait()
                        if !Task.isCancelled { woken.continuation.yield(index) }
                    }
                }
                var turns = woken.stream.makeAsyncIterator()
                // In turn: the first hint leaves the other worker asleep, or the second would wake neither.
                dispatchers[0].committed(OutingID.make())
                let first = await turns.next()
                dispatchers[0].committed(OutingID.make())
                let second = await turns.next()

                #expect(Set([first, second]) == [1, 2])
                // Its own notifications come back to the sender too.
                _ = try? await eventually("both hints") {
                    metrics.render().contains("update_hint_seconds_count 2\n") ? true : nil
                }
                group.cancelAll()
            }
            #expect(metrics.render().contains("update_hint_seconds_count 2\n"))
        }
    }
}
