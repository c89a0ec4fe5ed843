/// The shape of a packed tree of boxes over blocks of sixteen entries: sixteen children to a group, no pointers.
///
/// Level 0 has a box for every block, each further level one for every group below, up to a single group. A group is
/// sixteen boxes, 96 numbers: lowest x of all, lowest y, lowest z, then the highest. Boxes past the last are empty: their
/// lowest is infinite. Groups of level 0 stand first.
struct BlockTree {
    static let groupSize = 96

    let blocks: Int
    let levels: Int
    /// The first group of each level, from level 0 up, and at last how many groups there are. There is room for as many
    /// places as 32 bits can number.
    let levelStarts: InlineArray<8, Int>

    /// - Parameter count: of entries; at least 1.
    init(count: Int) {
        blocks = (count + 15) / 16
        var starts = InlineArray<8, Int>(repeating: 0)
        var level = 0
        var boxes = blocks
        repeat {
            boxes = (boxes + 15) / 16
            starts[level + 1] = starts[level] + boxes
            level += 1
        } while boxes > 1
        levels = level
        levelStarts = starts
    }

    var groups: Int { levelStarts[levels] }
}

extension BlockTree {
    /// Writes the boxes of entries that stand in Hilbert order, from `start` on.
    ///
    /// - Parameter point: x, y and z of an entry.
    func fill(_ boxes: Filling<Float>, from start: Int, count: Int, point: (Int) -> (Float, Float, Float)) {
        for group in 0..<groups {
            let at = start + group * Self.groupSize
            for lane in 0..<48 { boxes[at + lane] = .infinity }
            for lane in 48..<96 { boxes[at + lane] = -.infinity }
        }
        for entry in 0..<count {
            let (x, y, z) = point(entry)
            let at = start + entry / 256 * Self.groupSize + entry / 16 % 16
            enclose(boxes, at, 0, x, x)
            enclose(boxes, at, 16, y, y)
            enclose(boxes, at, 32, z, z)
        }
        for level in 0..<(levels - 1) {
            let below = levelStarts[level]..<levelStarts[level + 1]
            for (box, group) in below.enumerated() {
                let from = start + group * Self.groupSize
                let at = start + (levelStarts[level + 1] + box / 16) * Self.groupSize + box % 16
                for lane in 0..<16 {
                    for axis in [0, 16, 32] {
                        enclose(boxes, at, axis, boxes[from + axis + lane], boxes[from + axis + 48 + lane])
                    }
                }
            }
        }
    }

    @inline(__always)
    private func enclose(_ boxes: Filling<Float>, _ at: Int, _ axis: Int, _ lowest: Float, _ highest: Float) {
        if lowest < boxes[at + axis] { boxes[at + axis] = lowest }
        if highest > boxes[at + axis + 48] { boxes[at + axis + 48] = highest }
    }
}

/// Which boxes of the tree over all places have a place of one set: a bit for each box of each group, as long as the tree
/// has groups. For a set that a place in a few hundred has it is smaller than a list of ordinals, two of them can be met
/// or joined while the tree is walked, and the places of a block are told by looking at each.
struct BlockMask {
    /// Where it begins in ``PlaceColumns/masks``.
    let start: Int
    /// Where the same set begins place by place; nil for a set that has no ``BlockLanes``.
    let lanes: Int?

    static func add(_ ordinal: Int, to masks: Filling<UInt16>, _ start: Int) {
        masks[start + ordinal >> 8] |= 1 << (ordinal >> 4 & 15)
    }

    /// Fills the upper levels from the lowest.
    static func raise(_ masks: Filling<UInt16>, _ start: Int, _ tree: BlockTree) {
        for level in 0..<(tree.levels - 1) {
            for (box, group) in (tree.levelStarts[level]..<tree.levelStarts[level + 1]).enumerated()
            where masks[start + group] != 0 {
                masks[start + tree.levelStarts[level + 1] + box / 16] |= 1 << (box % 16)
            }
        }
    }
}

/// Which places have a term, or a rating: sixteen bits for each block. Frequent terms have them beside their masks, since
/// two bytes say what else the terms of sixteen places would have to be looked through for, and the sets of several
/// words and filters can be met before a block is touched.
enum BlockLanes {
    /// A term of more than one place in so many has lanes. Of a million places each costs 125 kB.
    static let share = 40
    /// Places that are rated at least so well have lanes too, in thousandths of stars: the floors people choose.
    static let ratings: [UInt32] = [3_000, 3_500, 4_000, 4_500]

    /// How many numbers the lanes of one set take: whole groups of blocks.
    static func length(_ tree: BlockTree) -> Int { tree.levelStarts[1] * 16 }

    static func add(_ ordinal: Int, to lanes: Filling<UInt16>, _ start: Int) {
        lanes[start + ordinal >> 4] |= 1 << (ordinal & 15)
    }
}
