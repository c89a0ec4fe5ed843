@testable import Delivery
import Testing

@Suite(.timeLimit(.minutes(30)))
struct DestinationsTests {
    private let later = ContinuousClock.now + .seconds(600)

    private func isClosed(_ entry: Destinations.Entry) -> Bool {
        if case .closed = entry { true } else { false }
    }

    @Test func `four are let in at once, the fifth when one has left`() async {
        let destinations = Destinations()
        for _ in 0..<DeliveryLimits.sendsPerDestination {
            #expect(await destinations.enter("push.example", before: later) == .entered)
        }
        #expect(await destinations.enter("other.example", before: later) == .entered)

        async let fifth = destinations.enter("push.example", before: later)
        await destinations.leave("push.example", after: .sent)

        #expect(await fifth == .entered)
    }

    @Test func `whoever waits past their time is too late`() async {
        let destinations = Destinations()
        for _ in 0..<DeliveryLimits.sendsPerDestination {
            _ = await destinations.enter("push.example", before: later)
        }

        #expect(await destinations.enter("push.example", before: .now + .milliseconds(5)) == .late)
        #expect(await destinations.enter("free.example", before: .now - .milliseconds(5)) == .late)
    }

    @Test func `a destination that keeps failing is left alone, the others are not`() async {
        let destinations = Destinations()
        for _ in 0..<DeliveryLimits.failuresToBreak {
            #expect(await destinations.enter("push.example", before: later) == .entered)
            await destinations.leave("push.example", after: .retry(why: "503"))
        }

        #expect(isClosed(await destinations.enter("push.example", before: later)))
        #expect(await destinations.enter("other.example", before: later) == .entered)
    }

    @Test func `a success in between starts the count anew`() async {
        let destinations = Destinations()
        for number in 0..<3 * DeliveryLimits.failuresToBreak {
            #expect(await destinations.enter("push.example", before: later) == .entered)
            let isSuccess = number.isMultiple(of: DeliveryLimits.failuresToBreak - 1)
            await destinations.leave("push.example", after: isSuccess ? .sent : .retry(why: "503"))
        }
    }

    @Test func `a destination that says when to come back is left alone until then`() async {
        let destinations = Destinations()
        _ = await destinations.enter("push.example", before: later)
        await destinations.leave("push.example", after: .retry(after: .seconds(120), why: "429"))

        guard case .closed(let rest) = await destinations.enter("push.example", before: later) else {
            Issue.record("it is open")
            return
        }
        #expect(rest > .seconds(60) && rest <= .seconds(120))
    }

    @Test func `after its rest one tries, and its success opens it for all`() async throws {
        let destinations = Destinations()
        _ = await destinations.enter("push.example", before: later)
        await destinations.leave("push.example", after: .retry(after: .milliseconds(1), why: "429"))
        var first = await destinations.enter("push.example", before: later)
        while isClosed(first) { first = await destinations.enter("push.example", before: later) }

        let second = await destinations.enter("push.example", before: later)
        await destinations.leave("push.example", after: .sent)

        #expect(first == .entered)
        #expect(isClosed(second))
        #expect(await destinations.enter("push.example", before: later) == .entered)
    }
}
