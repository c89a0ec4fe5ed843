import Testing

@testable import Fetch

@Suite struct `The queue of transfers` {
    let now = ContinuousClock.now

    @Test func `lets a full destination wait and others pass`() {
        var queue = TransferQueue(perDestination: 2, total: 10)
        for id in 1...3 { queue.add(UInt64(id), to: "slow", deadline: now) }
        queue.add(4, to: "quick", deadline: now)

        #expect(queue.admit() == [1, 2, 4])
        #expect(queue.admit() == [])
        queue.remove(2)
        #expect(queue.admit() == [3])
    }

    @Test func `never runs more than its total`() {
        var queue = TransferQueue(perDestination: 2, total: 3)
        for id in 1...5 { queue.add(UInt64(id), to: "host \(id)", deadline: now) }

        #expect(queue.admit() == [1, 2, 3])
        queue.remove(1)
        #expect(queue.admit() == [4])
    }

    @Test func `gives up those that waited too long, not those that run`() {
        var queue = TransferQueue(perDestination: 1, total: 10)
        queue.add(1, to: "host", deadline: now + .seconds(1))
        queue.add(2, to: "host", deadline: now + .seconds(2))
        queue.add(3, to: "host", deadline: now + .seconds(9))
        #expect(queue.admit() == [1])

        #expect(queue.nextDeadline == now + .seconds(2))
        #expect(queue.expire(at: now + .seconds(5)) == [2])
        queue.remove(1)
        #expect(queue.admit() == [3])
    }

    @Test func `is empty once everything is removed, in whatever state`() {
        var queue = TransferQueue(perDestination: 1, total: 1)
        queue.add(1, to: "host", deadline: now)
        queue.add(2, to: "host", deadline: now)
        #expect(queue.admit() == [1])

        for id: UInt64 in [2, 2, 1, 1, 7] { queue.remove(id) }

        #expect(queue.isEmpty)
        #expect(queue.nextDeadline == nil)
    }

    @Test func `keeps its promises whatever happens`() {
        var random = SystemRandomNumberGenerator()
        var queue = TransferQueue(perDestination: 3, total: 7)
        var known: [UInt64: String] = [:]
        var admitted: Set<UInt64> = []
        for id: UInt64 in 1...2_000 {
            let destination = "host \(Int.random(in: 1...4, using: &random))"
            queue.add(id, to: destination, deadline: now)
            known[id] = destination
            if Bool.random(using: &random), let gone = known.keys.randomElement() {
                queue.remove(gone)
                known[gone] = nil
            }
            admitted.formUnion(queue.admit())
            let active = known.filter { admitted.contains($0.key) }
            #expect(active.count <= 7)
            #expect(Dictionary(grouping: active.values) { $0 }.values.allSatisfy { $0.count <= 3 })
        }
    }
}

@Suite struct `The ticket of a request` {
    @Test func `cancels what was issued`() {
        let ticket = TransferCancellation()

        #expect(!ticket.issue(7))
        #expect(ticket.cancel() == 7)
    }

    @Test func `remembers a cancellation that came first`() {
        let ticket = TransferCancellation()

        #expect(ticket.cancel() == nil)
        #expect(ticket.issue(7))
    }
}
