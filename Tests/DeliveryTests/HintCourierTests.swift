import Access
import Jobs
@testable import Live
import News
import NoonishAPI
import ServiceLifecycle
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(30)))
struct HintCourierTests {
    @Test func `a commit in one process wakes the fan-out of another`() async throws {
        try await withDatabase { database in
            let hub = StreamHub(database: database, catalogue: .shipped, logger: Scene.logger)
            let here = UpdateHints(hub: hub)
            let there = UpdateHints(
                hub: StreamHub(database: database, catalogue: .shipped, logger: Scene.logger))

            await withTaskGroup { group in
                for hints in [here, there] {
                    let courier = HintCourier(database: database, hints: hints, logger: Scene.logger)
                    group.addTask { try? await courier.run() }
                }
                await there.fanOut.wait()  // begins to listen: what was before may have been missed
                await here.fanOut.wait()
                here.committed(OutingID.make())
                await there.fanOut.wait()
                await here.fanOut.wait()  // its own, at once
                there.fannedOut()
                await here.delivery(.mail).wait()
                group.cancelAll()
            }
        }
    }
}
