import Access
@testable import Live
import NoonishAPI
import Testing

struct HintsTests {
    @Test func `hints are read as they were written`() {
        let hints = Hints(
            outings: [OutingID.make(), OutingID.make()], people: [PersonID.make()], fanOut: true,
            deliver: true)

        var read = Hints()
        for payload in hints.payloads(longest: 7_500) { read.formUnion(Hints(payload: payload)) }

        #expect(read == hints)
    }

    @Test func `many hints are split into texts that fit`() {
        let hints = Hints(people: Set((0..<500).map { _ in PersonID.make() }))

        let payloads = hints.payloads(longest: 7_500)
        var read = Hints()
        for payload in payloads { read.formUnion(Hints(payload: payload)) }

        #expect(payloads.count == 3)
        #expect(payloads.allSatisfy { $0.utf8.count <= 7_500 })
        #expect(read == hints)
    }

    @Test func `words of a newer program mean nothing`() {
        #expect(Hints(payload: "z9 o17 pfoo  d") == Hints(deliver: true))
    }
}
