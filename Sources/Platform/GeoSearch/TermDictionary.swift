/// Every term of a segment with the places filed under it, in the order of the terms' bytes, so that terms with one
/// beginning stand side by side.
struct TermDictionary {
    /// All terms, one after the other.
    private let text: [UInt8]
    /// Where each term begins in ``text``; one more at the end.
    private let textStarts: [Int]
    /// All posting lists, one after the other: ordinals, rising.
    private let ordinals: [UInt32]
    /// Where each term's list begins in ``ordinals``; one more at the end.
    private let listStarts: [Int]

    init(_ postings: [String: [UInt32]]) {
        let sorted = postings.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
        var text: [UInt8] = []
        var textStarts = [0]
        var ordinals: [UInt32] = []
        var listStarts = [0]
        for (term, list) in sorted {
            text += Array(term.utf8)
            textStarts.append(text.count)
            ordinals += list
            listStarts.append(ordinals.count)
        }
        self.text = text
        self.textStarts = textStarts
        self.ordinals = ordinals
        self.listStarts = listStarts
    }

    /// The places filed under exactly `term`.
    subscript(term: String) -> ArraySlice<UInt32> {
        let wanted = Array(term.utf8)
        let index = firstTerm(notBefore: wanted)
        guard index < count, bytes(of: index).elementsEqual(wanted) else { return [] }
        return list(of: index)
    }

    /// The posting lists of all terms that begin with `prefix`.
    func lists(withPrefix prefix: String) -> [ArraySlice<UInt32>] {
        let wanted = Array(prefix.utf8)
        var index = firstTerm(notBefore: wanted)
        var lists: [ArraySlice<UInt32>] = []
        while index < count, bytes(of: index).starts(with: wanted) {
            lists.append(list(of: index))
            index += 1
        }
        return lists
    }

    private var count: Int { textStarts.count - 1 }

    private func bytes(of index: Int) -> ArraySlice<UInt8> { text[textStarts[index]..<textStarts[index + 1]] }

    private func list(of index: Int) -> ArraySlice<UInt32> {
        ordinals[listStarts[index]..<listStarts[index + 1]]
    }

    private func firstTerm(notBefore wanted: [UInt8]) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if bytes(of: middle).lexicographicallyPrecedes(wanted) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
