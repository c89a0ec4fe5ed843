/// The member names of an object, taken from an enumeration and prepared for fast comparison. Create one per
/// type and keep it in a `static let`.
///
/// - Precondition: The enumeration has at most 64 names, in plain ASCII without quotes and backslashes.
public struct JSONNames<Name: CaseIterable & RawRepresentable & Sendable>: Sendable
where Name.RawValue == String {
    @usableFromInline let names: [Name]
    @usableFromInline let table: JSONNameTable

    public init(_ names: Name.Type = Name.self) {
        self.names = Array(Name.allCases)
        table = JSONNameTable(self.names.map(\.rawValue))
    }
}

/// The quoted names, concatenated.
@usableFromInline
struct JSONNameTable: Sendable {
    fileprivate let names: [String]
    fileprivate let bytes: [UInt8]
    /// Offset of each name in `bytes`, followed by the total length.
    fileprivate let starts: [Int]

    fileprivate init(_ names: [String]) {
        precondition(names.count <= 64, "an object of ours has at most 64 names")
        self.names = names
        let quoted = names.map { Array("\"\($0)\"".utf8) }
        bytes = quoted.flatMap(\.self)
        starts = quoted.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.count) }
    }
}

/// Records which of up to 64 names have been read, and which is likely to be next.
@usableFromInline
struct JSONNameProgress {
    fileprivate var bits: UInt64 = 0
    fileprivate var expected = 0

    @usableFromInline init() {}
}

extension JSONReader {
    /// Reads an object; `member` reads the value of each known name. Unknown members are skipped.
    @inlinable
    public mutating func object<Name>(
        _ names: JSONNames<Name>, _ member: (inout JSONReader, Name) throws(JSONFault) -> Void
    ) throws(JSONFault) {
        guard try openObject() else { return }
        var read = JSONNameProgress()
        repeat {
            guard let index = try nextName(names.table, &read) else { continue }
            do {
                try member(&self, names.names[index])
            } catch { throw inside(error, names.table, index) }
        } while try readMemberSeparator()
    }

    /// Reads the opening brace. Returns `false` if the object is empty, which is then read completely.
    @usableFromInline
    mutating func openObject() throws(JSONFault) -> Bool {
        guard try peek() == UInt8(ascii: "{") else { throw fault(.wrongType) }
        try enter()
        return try !readsEmpty(until: UInt8(ascii: "}"))
    }

    @usableFromInline
    mutating func readMemberSeparator() throws(JSONFault) -> Bool {
        try readSeparator(until: UInt8(ascii: "}"))
    }

    @usableFromInline
    func inside(_ fault: JSONFault, _ table: JSONNameTable, _ index: Int) -> JSONFault {
        fault.inside(table.names[index])
    }

    /// Reads a name and its colon and returns the name's index in the table, trying the expected name first.
    /// Returns `nil` for an unknown name, whose value is then skipped.
    @usableFromInline
    mutating func nextName(_ table: JSONNameTable, _ read: inout JSONNameProgress) throws(JSONFault) -> Int? {
        guard try peek() == UInt8(ascii: "\"") else { throw fault(.unexpectedCharacter) }
        let start = offset
        guard let index = try nameIndex(table, expected: read.expected) else {
            try expect(UInt8(ascii: ":"))
            try skip()
            return nil
        }
        let bit: UInt64 = 1 << UInt64(index)
        guard read.bits & bit == 0 else {
            throw JSONFault(.duplicateName, at: start).inside(table.names[index])
        }
        read.bits |= bit
        read.expected = index + 1
        try expect(UInt8(ascii: ":"))
        return index
    }

    @inline(__always)
    private mutating func nameIndex(_ table: JSONNameTable, expected: Int) throws(JSONFault) -> Int? {
        if expected < table.names.count {
            let start = table.starts[expected]
            let length = table.starts[expected &+ 1] &- start
            // In bounds: `length` bytes of the text are left, and `table.bytes` holds as many from `start`
            // on.
            let matches = table.bytes.withUnsafeBufferPointer { bytes in
                guard length <= count &- offset else { return false }
                for index in 0..<length where base[offset &+ index] != bytes[start &+ index] { return false }
                return true
            }
            if matches {
                offset &+= length
                return expected
            }
        }
        let name = try string()
        return table.names.firstIndex(of: name)
    }
}
