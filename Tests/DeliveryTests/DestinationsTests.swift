import Jobs
import TestSupport
import Testing

@testable import Delivery

@Suite(.timeLimit(.minutes(30)))
struct DestinationsTests {
    private let later = ContinuousClock.now + .seconds(600)

    private func isClosed(_ entry: DestinationThrottle.Admission) -> Bool {
        if case .paused = entry { true } else { false }
    }

    @Test func `four are let in at once, the fifth when one has left`() async {
        let destinations = DestinationThrottle()
        for _ in 0..<DeliveryLimits.sendsPerDestination {
            #expect(await destinations.acquire("push.example", before: later) == .admitted)
        }
        #expect(await destinations.acquire("other.example", before: later) == .admitted)

        async let fifth = destinations.acquire("push.example", before: later)
        await destinations.release("push.example", after: .sent)

        #expect(await fifth == .admitted)
    }

    @Test func `workers share what a destination is sent at once`() async throws {
        try await withDatabase { database in
            let workers = (1...2).map { _ in ProcessRegistry(.worker, database: database, logger: .silent) }
            for worker in workers + workers { try await worker.report() }
            let destinations = DestinationThrottle(processes: workers[0])

            for _ in 1...2 {
                #expect(await destinations.acquire("push.example", before: later) == .admitted)
            }
            #expect(
                await destinations.acquire("push.example", before: .now + .milliseconds(20)) == .timedOut)
        }
    }

    @Test func `a delivery that waits past its lifetime expires`() async {
        let destinations = DestinationThrottle()
        for _ in 0..<DeliveryLimits.sendsPerDestination {
            _ = await destinations.acquire("push.example", before: later)
        }

        #expect(await destinations.acquire("push.example", before: .now + .milliseconds(5)) == .timedOut)
        #expect(await destinations.acquire("free.example", before: .now - .milliseconds(5)) == .timedOut)
    }

    @Test func `a destination that keeps failing is left alone, the others are not`() async {
        let destinations = DestinationThrottle()
        for _ in 0..<DeliveryLimits.breakerThreshold {
            #expect(await destinations.acquire("push.example", before: later) == .admitted)
            await destinations.release("push.example", after: .retry(why: "503"))
        }

        #expect(isClosed(await destinations.acquire("push.example", before: later)))
        #expect(await destinations.acquire("other.example", before: later) == .admitted)
    }

    @Test func `a success in between starts the count anew`() async {
        let destinations = DestinationThrottle()
        for number in 0..<3 * DeliveryLimits.breakerThreshold {
            #expect(await destinations.acquire("push.example", before: later) == .admitted)
            let isSuccess = number.isMultiple(of: DeliveryLimits.breakerThreshold - 1)
            await destinations.release("push.example", after: isSuccess ? .sent : .retry(why: "503"))
        }
    }

    @Test func `a destination that names a time for the retry gets nothing until then`() async {
        let destinations = DestinationThrottle()
        _ = await destinations.acquire("push.example", before: later)
        await destinations.release("push.example", after: .retry(after: .seconds(120), why: "429"))

        guard case .paused(let rest) = await destinations.acquire("push.example", before: later) else {
            Issue.record("it is open")
            return
        }
        #expect(rest > .seconds(60) && rest <= .seconds(120))
    }

    @Test func `after its rest one tries, and its success opens it for all`() async throws {
        let destinations = DestinationThrottle()
        _ = await destinations.acquire("push.example", before: later)
        await destinations.release("push.example", after: .retry(after: .milliseconds(1), why: "429"))
        var first = await destinations.acquire("push.example", before: later)
        while isClosed(first) { first = await destinations.acquire("push.example", before: later) }

        let second = await destinations.acquire("push.example", before: later)
        await destinations.release("push.example", after: .sent)

        #expect(first == .admitted)
        #expect(isClosed(second))
        #expect(await destinations.acquire("push.example", before: later) == .admitted)
    }
}
