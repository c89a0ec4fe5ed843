import Access
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
}
