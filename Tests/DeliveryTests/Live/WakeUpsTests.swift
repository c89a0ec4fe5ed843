import Access
import Foundation
import NoonishAPI
import Testing

@testable import Live

struct WakeUpsTests {
    @Test func `wake-ups are read as they were written`() {
        let wakeUps = WakeUps(
            outings: [OutingID.make(), OutingID.make()], people: [PersonID.make()],
            boards: [RestaurantID.make()],
            fanOut: true, deliver: true)

        var read = WakeUps()
        for payload in wakeUps.payloads(longest: 7_500) { read.formUnion(WakeUps(payload: payload)) }

        #expect(read == wakeUps)
    }

    @Test func `many wake-ups are split into payloads that fit`() {
        let wakeUps = WakeUps(people: Set((0..<500).map { _ in PersonID.make() }))

        let payloads = wakeUps.payloads(longest: 7_500)
        var read = WakeUps()
        for payload in payloads { read.formUnion(WakeUps(payload: payload)) }

        #expect(payloads.count == 3)
        #expect(payloads.allSatisfy { $0.utf8.count <= 7_500 })
        #expect(read == wakeUps)
    }

    @Test func `work that is addressed to one process wakes no other`() {
        let worker = UUID()
        let outing = OutingID.make()
        let payload = WakeUps(outings: [outing], fanOut: true, deliver: true)
            .payloads(longest: 7_500, for: worker)[0]

        #expect(
            WakeUps(payload: payload, at: worker)
                == WakeUps(outings: [outing], fanOut: true, deliver: true))
        #expect(WakeUps(payload: payload, at: UUID()) == WakeUps(outings: [outing]))
        // For all: no process knows which workers there are.
        #expect(WakeUps(payload: "f d", at: worker) == WakeUps(fanOut: true, deliver: true))
    }

    @Test func `texts of a newer program are ignored`() {
        #expect(WakeUps(payload: "z9 o17 pfoo  d") == WakeUps(deliver: true))
    }
}
