/// Boxes that are to be opened, nearest first: a binary heap.
struct NearestQueue {
    struct Entry {
        let squaredChord: Float
        /// Of the plan's lists; −1 is the tree over all places.
        let list: Int32
        let level: Int32
        let box: Int32
    }

    private var entries: ContiguousArray<Entry> = []

    init() { entries.reserveCapacity(256) }

    mutating func push(_ entry: Entry) {
        entries.append(entry)
        var index = entries.count - 1
        while index > 0 {
            let parent = (index - 1) / 2
            if entries[parent].squaredChord <= entry.squaredChord { break }
            entries[index] = entries[parent]
            index = parent
        }
        entries[index] = entry
    }

    mutating func pop() -> Entry? {
        guard let first = entries.first, let last = entries.popLast() else { return nil }
        let count = entries.count
        if count == 0 { return first }
        var index = 0
        while true {
            var child = 2 * index + 1
            if child >= count { break }
            if child + 1 < count, entries[child + 1].squaredChord < entries[child].squaredChord { child += 1 }
            if entries[child].squaredChord >= last.squaredChord { break }
            entries[index] = entries[child]
            index = child
        }
        entries[index] = last
        return first
    }
}
