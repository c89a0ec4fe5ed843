/// A table that numbers words in the order in which they are added, used by a batch.
struct TermTable: Sendable {
    /// The bytes of all words, concatenated.
    private(set) var text: ContiguousArray<UInt8> = []
    /// The start of each word, followed by the end of the last one.
    private(set) var starts: ContiguousArray<UInt32> = [0]
    /// A hash table of words with linear probing: the number plus one, or 0 if free. The size is a power of
    /// two.
    private var slots = ContiguousArray<UInt32>(repeating: 0, count: 1_024)

    var count: Int { starts.count - 1 }

    func bytes(of term: Int) -> Range<Int> { Int(starts[term])..<Int(starts[term + 1]) }

    /// Returns the number of a word, and adds it if it is new.
    mutating func number(of word: String) -> UInt32 {
        var word = word
        return word.withUTF8 { number(of: $0) }
    }

    /// Returns the number of a word, and adds it if it is new.
    mutating func number(of word: UnsafeBufferPointer<UInt8>) -> UInt32 {
        let mask = slots.count - 1
        var slot = Int(truncatingIfNeeded: WordHash.of(word)) & mask
        while slots[slot] != 0 {
            let number = slots[slot] - 1
            if isWord(word, at: Int(number)) { return number }
            slot = (slot + 1) & mask
        }
        let number = UInt32(count)
        text.append(contentsOf: word)
        starts.append(UInt32(text.count))
        slots[slot] = number + 1
        if count * 2 > slots.count { grow() }
        return number
    }

    private func isWord(_ word: UnsafeBufferPointer<UInt8>, at number: Int) -> Bool {
        let range = bytes(of: number)
        guard range.count == word.count else { return false }
        for index in 0..<word.count where text[range.lowerBound + index] != word[index] { return false }
        return true
    }

    private mutating func grow() {
        let mask = slots.count * 2 - 1
        slots = ContiguousArray(repeating: 0, count: mask + 1)
        text.withUnsafeBufferPointer { text in
            for number in 0..<count {
                var slot =
                    Int(
                        truncatingIfNeeded: WordHash.of(
                            UnsafeBufferPointer(rebasing: text[bytes(of: number)])))
                    & mask
                while slots[slot] != 0 { slot = (slot + 1) & mask }
                slots[slot] = UInt32(number) + 1
            }
        }
    }
}

/// A hash of bytes that is the same in every process, because it is stored in files. Not for keys that an
/// attacker chooses.
enum WordHash {
    /// FNV-1a over the bytes, then the mixing steps of SplitMix64, so that low bits are as good as high ones.
    @inline(__always) static func of(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        return mixed(hash)
    }

    @inline(__always) static func mixed(_ value: UInt64) -> UInt64 {
        var mixed = value
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
