import Geo

extension PlaceSearch {
    /// Offers every place of the segment that can be among the nearest, from the origin outwards.
    func walk(_ live: LiveSegment, _ number: Int, _ collector: inout Collector) {
        let tree = live.segment.tree
        guard let top = tree.levels.indices.last, mayHold(tree.levels[top][0]) else { return }
        visit(live, number, level: top, node: 0, &collector)
    }

    private func visit(
        _ live: LiveSegment, _ number: Int, level: Int, node: Int, _ collector: inout Collector
    ) {
        let tree = live.segment.tree
        let first = node * BoxTree.fanout
        if level == 0 {
            for ordinal in first..<min(first + BoxTree.fanout, live.segment.count) {
                if originVector.squaredChord(to: live.segment.vectors[ordinal]) > reach(collector) {
                    continue
                }
                if let found = examine(live, number, ordinal) { collector.offer(found) }
            }
            return
        }
        let below = tree.levels[level - 1]
        let children = (first..<min(first + BoxTree.fanout, below.count))
            .filter { mayHold(below[$0]) }
            .map { (chord: below[$0].squaredChord(from: originVector), node: $0) }
            .sorted { $0.chord < $1.chord }
        for child in children {
            if child.chord > reach(collector) { return }
            visit(live, number, level: level - 1, node: child.node, &collector)
        }
    }

    private func mayHold(_ node: BoxTree.Node) -> Bool {
        box.map(node.mayMeet) ?? true
    }

    /// Square of the chord beyond which nothing is wanted any more.
    private func reach(_ collector: Collector) -> Double {
        var centimetres = radius
        if query.order == .distance, let last = collector.last {
            centimetres = min(centimetres ?? .max, Int(last.primary))
        }
        guard let centimetres else { return .infinity }
        return Earth.squaredChord(metres: Double(centimetres) / 100 + Self.slack)
    }

    /// **Metres** by which a chord and a haversine may disagree: less than 0.3 near the antipode, nothing elsewhere.
    private static let slack = 2.0
}
