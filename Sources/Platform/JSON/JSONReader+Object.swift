extension JSONReader {
    /// The members of an object whose names are the words of an enumeration; `member` reads the value of each. Names that
    /// are no such words are stepped over with their values.
    ///
    /// - Precondition: the enumeration has at most 64 names.
    public mutating func object<Name: CaseIterable & RawRepresentable>(
        _ names: Name.Type, _ member: (inout JSONReader, Name) throws(JSONFault) -> Void
    ) throws(JSONFault) where Name.RawValue == String, Name.AllCases == [Name] {
        guard try peek() == UInt8(ascii: "{") else { throw fault(.wrongType) }
        try enter()
        if try isEmpty(until: UInt8(ascii: "}")) { return }
        let all = Name.allCases
        var seen = NamesRead()
        repeat {
            let start = offset
            guard let index = try nextName(all, expected: seen.expected) else {
                try expect(UInt8(ascii: ":"))
                try skip()
                continue
            }
            guard seen.mark(index) else {
                throw JSONFault(.duplicateName, at: start).inside(all[index].rawValue)
            }
            try expect(UInt8(ascii: ":"))
            do {
                try member(&self, all[index])
            } catch { throw error.inside(all[index].rawValue) }
        } while try goesOn(until: UInt8(ascii: "}"))
    }

    /// Reads a name and finds it among `names`, beginning with the one expected.
    private mutating func nextName<Name: RawRepresentable>(
        _ names: [Name], expected: Int
    ) throws(JSONFault) -> Int? where Name.RawValue == String {
        guard try peek() == UInt8(ascii: "\"") else { throw fault(.unexpectedCharacter) }
        if expected < names.count, skipName(names[expected].rawValue) { return expected }
        let name = try string()
        return names.firstIndex { $0.rawValue == name }
    }

    /// Steps over `"name"` if that is what stands here, letter for letter.
    @inline(__always)
    private mutating func skipName(_ name: String) -> Bool {
        var name = name
        let matches = name.withUTF8 { bytes in
            guard offset &+ bytes.count &+ 2 <= count, base[offset &+ bytes.count &+ 1] == UInt8(ascii: "\"")
            else {
                return false
            }
            // Inside: the line above has compared the end of the name with `count`.
            return UnsafeBufferPointer(start: base + offset + 1, count: bytes.count).elementsEqual(bytes)
        }
        if matches { offset &+= name.utf8.count &+ 2 }
        return matches
    }
}

/// Which of at most 64 names were read, and which is likely to be next.
private struct NamesRead {
    private var bits: UInt64 = 0
    private(set) var expected = 0

    /// False if the name was read before.
    mutating func mark(_ index: Int) -> Bool {
        precondition(index < 64, "an object of ours has at most 64 names")
        let bit: UInt64 = 1 << UInt64(index)
        guard bits & bit == 0 else { return false }
        bits |= bit
        expected = index + 1
        return true
    }
}
