/// A priority queue of the boxes to visit, nearest first.
///
/// Most boxes are never visited, so the binary heap contains only the nearest box of each group that was
/// expanded; the others wait in their groups with their distances.
///
/// The queue manages its own memory, because an array checks on every mutation whether it is shared, which
/// takes longer than the mutation. This is safe: there is space for `capacity` groups, each with sixteen numbers
/// of `squaredChords` and one entry of `heap`. `used` groups are filled, `count` of them have an entry;
/// `count <= used <= capacity`, and every index below is less than these.
struct NearestQueue: ~Copyable {
    struct Box {
        /// The index in the plan's lists; −1 is the tree over all places.
        let list: Int
        let level: Int
        let number: Int
    }

    private struct Group: BitwiseCopyable {
        /// A bit for each box that has not been visited yet.
        var waiting: UInt32
        let list: Int32
        let level: Int32
        let number: Int32
    }

    private struct Entry: BitwiseCopyable {
        let squaredChord: Float
        /// Sixteen times the index of the group, plus the index of the box.
        let box: UInt32
    }

    /// Enough for most traversals, and small enough to be allocated quickly.
    private var capacity = 16
    private var used = 0
    private var count = 0
    private var squaredChords: UnsafeMutablePointer<Float>
    private var groups: UnsafeMutablePointer<Group>
    private var heap: UnsafeMutablePointer<Entry>

    init() {
        squaredChords = .allocate(capacity: 16 * capacity)
        groups = .allocate(capacity: capacity)
        heap = .allocate(capacity: capacity)
    }

    deinit {
        squaredChords.deallocate()
        groups.deallocate()
        heap.deallocate()
    }

    /// Adds the boxes of a group that are `wanted`, a bit for each and at least one.
    @inline(__always)
    mutating func push(_ chords: Lanes, _ wanted: UInt32, list: Int, level: Int, group number: Int) {
        if used == capacity { grow() }
        UnsafeMutableRawPointer(squaredChords + 16 * used).storeBytes(of: chords, as: Lanes.self)
        groups[used] = Group(waiting: wanted, list: Int32(list), level: Int32(level), number: Int32(number))
        let entry = nearest(of: used)
        var index = count
        used += 1
        count += 1
        while index > 0 {
            let parent = (index - 1) / 2
            if heap[parent].squaredChord <= entry.squaredChord { break }
            heap[index] = heap[parent]
            index = parent
        }
        heap[index] = entry
    }

    /// Removes and returns the nearest box; `nil` if there is none within `reach`.
    @inline(__always) mutating func pop(within reach: Float) -> Box? {
        guard count > 0, heap[0].squaredChord <= reach else { return nil }
        let (index, lane) = (Int(heap[0].box >> 4), Int(heap[0].box & 15))
        groups[index].waiting &= ~(1 << UInt32(lane))
        let group = groups[index]
        if group.waiting != 0 {
            replaceFirst(nearest(of: index))
        } else {
            count -= 1
            if count > 0 { replaceFirst(heap[count]) }
        }
        return Box(list: Int(group.list), level: Int(group.level), number: Int(group.number) * 16 + lane)
    }

    /// Returns the entry of the nearest waiting box of a group, which must have one.
    @inline(__always) private func nearest(of index: Int) -> Entry {
        var rest = groups[index].waiting
        var lane = rest.trailingZeroBitCount
        var least = squaredChords[16 * index + lane]
        rest &= rest &- 1
        while rest != 0 {
            let next = rest.trailingZeroBitCount
            rest &= rest &- 1
            let chord = squaredChords[16 * index + next]
            lane = chord < least ? next : lane
            least = chord < least ? chord : least
        }
        return Entry(squaredChord: least, box: UInt32(16 * index + lane))
    }

    /// Replaces the first entry of the heap and restores the heap order.
    @inline(__always) private mutating func replaceFirst(_ entry: Entry) {
        var index = 0
        while true {
            var child = 2 * index + 1
            if child >= count { break }
            // Which of the two is nearer is unpredictable, so the result is added instead of branched on.
            child += child + 1 < count && heap[child + 1].squaredChord < heap[child].squaredChord ? 1 : 0
            if heap[child].squaredChord >= entry.squaredChord { break }
            heap[index] = heap[child]
            index = child
        }
        heap[index] = entry
    }

    private mutating func grow() {
        squaredChords = Self.moved(squaredChords, 16 * used, into: 32 * capacity)
        groups = Self.moved(groups, used, into: 2 * capacity)
        heap = Self.moved(heap, count, into: 2 * capacity)
        capacity *= 2
    }

    private static func moved<Element: BitwiseCopyable>(
        _ elements: UnsafeMutablePointer<Element>, _ count: Int, into capacity: Int
    ) -> UnsafeMutablePointer<Element> {
        let more = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
        more.update(from: elements, count: count)
        elements.deallocate()
        return more
    }
}
