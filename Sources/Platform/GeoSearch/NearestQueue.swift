/// Boxes that are to be opened, nearest first: a binary heap.
///
/// In memory of its own: an array asks at every change whether somebody shares it, which takes longer than the change.
/// Safe: `entries` has room for `room` of them, `count` never exceeds it, and every index below is less than `count`.
struct NearestQueue: ~Copyable {
    struct Entry: BitwiseCopyable {
        let squaredChord: Float
        /// Of the plan's lists; −1 is the tree over all places.
        let list: Int32
        let level: Int32
        let box: Int32
    }

    private var entries: UnsafeMutablePointer<Entry>
    /// A kilobyte to begin with, which is enough for most walks and is had from the allocator at once.
    private var room = 64
    private var count = 0

    init() { entries = .allocate(capacity: room) }

    deinit { entries.deallocate() }

    @inline(__always) mutating func push(_ entry: Entry) {
        if count == room { grow() }
        var index = count
        count += 1
        while index > 0 {
            let parent = (index - 1) / 2
            if entries[parent].squaredChord <= entry.squaredChord { break }
            entries[index] = entries[parent]
            index = parent
        }
        entries[index] = entry
    }

    mutating func pop() -> Entry? {
        if count == 0 { return nil }
        let first = entries[0]
        count -= 1
        let last = entries[count]
        var index = 0
        while true {
            var child = 2 * index + 1
            if child >= count { break }
            // Which of the two is nearer cannot be foreseen, so it is added instead of asked.
            let isSecondNearer =
                child + 1 < count && entries[child + 1].squaredChord < entries[child].squaredChord
            child += isSecondNearer ? 1 : 0
            if entries[child].squaredChord >= last.squaredChord { break }
            entries[index] = entries[child]
            index = child
        }
        // Of an empty queue this is room that is not looked at.
        entries[index] = last
        return first
    }

    private mutating func grow() {
        let more = UnsafeMutablePointer<Entry>.allocate(capacity: 2 * room)
        more.update(from: entries, count: count)
        entries.deallocate()
        entries = more
        room *= 2
    }
}
