import NoonishAPI
import Testing

@testable import Decisions

@Suite struct `A tally` {
    @Test func `ranks by the most yes answers, then the most maybes, then the fewest noes`() {
        let worstToBest = [
            Tally(yes: 1, maybe: 9), Tally(yes: 2, no: 3), Tally(yes: 2, no: 1),
            Tally(yes: 2, maybe: 1, no: 5),
            Tally(yes: 3, no: 9),
        ]

        #expect(worstToBest.reversed().sorted() == worstToBest)
    }

    @Test func `counts each opinion once, in any order`() {
        let opinions: [Opinion] = [.yes, .no, .maybe, .yes, .no, .no]

        #expect(Tally(opinions) == Tally(yes: 2, maybe: 1, no: 3))
        #expect(Tally(opinions.reversed()) == Tally(opinions))
    }

    @Test func `can win once at least one person could come`() {
        #expect(!Tally(no: 3).canWin)
        #expect(Tally(maybe: 1, no: 3).canWin)
    }
}
