/// The shape of a packed Hilbert R-tree over blocks of sixteen entries, with a fan-out of sixteen and no
/// pointers.
///
/// Level 0 has a box for every block, each further level one for every group below it, up to a single group.
/// A group is sixteen boxes, 96 numbers: the lowest x of all boxes, the lowest y, the lowest z, then the
/// highest. Boxes past the last are empty: their lowest corner is infinite. The groups of level 0 come first.
struct BlockTree {
    static let groupSize = 96

    let blocks: Int
    let levels: Int
    /// The first group of each level, from level 0 up, followed by the number of groups. Eight numbers
    /// suffice for as many places as 32 bits can number.
    let levelStarts: InlineArray<8, Int>

    /// - Parameter count: the number of entries, at least 1.
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
    /// Writes the boxes of `count` entries in Hilbert order, from the index `start` of `boxes` on.
    ///
    /// - Parameter point: returns x, y and z of an entry.
    func fill(
        _ boxes: ColumnBuilder<Float>, from start: Int, count: Int, point: (Int) -> (Float, Float, Float)
    ) {
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
    private func enclose(
        _ boxes: ColumnBuilder<Float>, _ at: Int, _ axis: Int, _ lowest: Float, _ highest: Float
    ) {
        if lowest < boxes[at + axis] { boxes[at + axis] = lowest }
        if highest > boxes[at + axis + 48] { boxes[at + axis + 48] = highest }
    }
}

/// A block-level bitmap of a set of places: one bit for each box of the tree over all places that contains a
/// place of the set, so it is as long as the tree has groups.
///
/// For a set that contains at least one place in a few hundred, it is smaller than a postings list. Masks can
/// be intersected or united during a traversal. Which places of a block are in the set is decided by testing
/// each of them.
struct BlockMask {
    /// The index in ``PlaceColumns/masks`` at which the mask starts.
    let start: Int
    /// The index in ``PlaceColumns/lanes`` at which the same set starts place by place; `nil` if it has no
    /// ``BlockLanes``.
    let lanes: Int?

    static func add(_ ordinal: Int, to masks: ColumnBuilder<UInt16>, _ start: Int) {
        masks[start + ordinal >> 8] |= 1 << (ordinal >> 4 & 15)
    }

    /// Fills the upper levels from the lowest level.
    static func fillUpperLevels(_ masks: ColumnBuilder<UInt16>, _ start: Int, _ tree: BlockTree) {
        for level in 0..<(tree.levels - 1) {
            for (box, group) in (tree.levelStarts[level]..<tree.levelStarts[level + 1]).enumerated()
            where masks[start + group] != 0 {
                masks[start + tree.levelStarts[level + 1] + box / 16] |= 1 << (box % 16)
            }
        }
    }
}

/// Place-level bitmaps of the places that have a term or a rating: sixteen bits for each block.
///
/// Frequent terms have one in addition to their mask. Its two bytes replace a scan of the terms of sixteen
/// places, and the sets of several words and filters can be intersected before a block is read.
enum BlockLanes {
    /// Only terms of more than one place in this many have lanes. For a million places, each set takes 125
    /// kB.
    static let share = 40
    /// The minimum ratings, in thousandths of a star, that have lanes too: those that people filter by.
    static let ratings: [UInt32] = [3_000, 3_500, 4_000, 4_500]

    /// Returns how many numbers the lanes of one set take: whole groups of blocks.
    static func length(_ tree: BlockTree) -> Int { tree.levelStarts[1] * 16 }

    static func add(_ ordinal: Int, to lanes: ColumnBuilder<UInt16>, _ start: Int) {
        lanes[start + ordinal >> 4] |= 1 << (ordinal & 15)
    }
}
