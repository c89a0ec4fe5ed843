package import NoonishAPI

/// The counts of yes, maybe and no for an option of a poll or for a suggestion.
package struct Tally: Hashable, Sendable {
    package var yes = 0
    package var maybe = 0
    package var no = 0

    package init(yes: Int = 0, maybe: Int = 0, no: Int = 0) {
        self.yes = yes
        self.maybe = maybe
        self.no = no
    }

    package init(_ opinions: some Sequence<Opinion>) {
        for opinion in opinions { add(opinion) }
    }

    package mutating func add(_ opinion: Opinion) {
        switch opinion {
        case .yes: yes += 1
        case .maybe: maybe += 1
        case .no: no += 1
        }
    }

    /// Whether there is at least one yes or maybe.
    package var canWin: Bool { yes + maybe > 0 }

    package var wire: OpinionCounts { OpinionCounts(yes: yes, maybe: maybe, no: no) }
}

extension Tally: Comparable {
    /// Orders tallies: more yes is better, then more maybe, then fewer no.
    package static func < (left: Tally, right: Tally) -> Bool {
        (left.yes, left.maybe, right.no) < (right.yes, right.maybe, left.no)
    }
}
