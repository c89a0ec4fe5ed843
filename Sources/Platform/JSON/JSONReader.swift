// The strict reader
// =================
// Reads one JSON text (RFC 8259) from memory and refuses everything that two readers could understand differently, or
// that PostgreSQL could not store: an object with the same name twice, half a surrogate pair, the null character,
// UTF-8 that is not, a byte order mark, a number that no double holds, and text after the value. Spaces are spaces of
// the standard; there are no comments and no trailing commas.
//
// Two ways to read: ``JSONValue/init(parsing:depth:size:)`` makes a tree of what comes, for requests. A type that
// knows its shape conforms to ``JSONDecodable`` and takes its values straight from the text, for clients of our own
// answers.
//
// All reading goes through a pointer and a count. Every load in these files follows a comparison of `offset` with
// `count` in the same function, or says which one holds.

/// Reads JSON values from bytes that stay where they are while it lives.
///
/// Made only by ``read(_:depth:size:_:)``, which keeps the bytes alive; it is not copyable and so cannot be kept.
public struct JSONReader: ~Copyable {
    /// Invariant: `count` bytes from `base` on can be read, and `0 <= offset <= count`.
    let base: UnsafePointer<UInt8>
    let count: Int

    /// Bytes read so far.
    public internal(set) var offset = 0

    var depth = 0
    let greatestDepth: Int

    /// How deep arrays and objects may be nested where nothing else is said: enough for anything of ours, and far
    /// from the end of a 512 kB stack.
    public static let defaultDepth = 64

    /// Bytes of text that are read at most where nothing else is said: 16 MiB.
    public static let defaultSize = 16 * 1_024 * 1_024

    private init(base: UnsafePointer<UInt8>, count: Int, depth: Int) {
        self.base = base
        self.count = count
        self.greatestDepth = depth
    }

    /// Reads exactly one value from `bytes`.
    ///
    /// - Throws: ``JSONFault``, also for anything but spaces after the value.
    public static func read<Value>(
        _ bytes: UnsafeRawBufferPointer, depth: Int = defaultDepth, size: Int = defaultSize,
        _ value: (inout JSONReader) throws(JSONFault) -> Value
    ) throws(JSONFault) -> Value {
        guard bytes.count <= size else { throw JSONFault(.tooLarge, at: size) }
        guard let base = bytes.baseAddress else { throw JSONFault(.empty, at: 0) }
        var reader = JSONReader(
            base: base.assumingMemoryBound(to: UInt8.self), count: bytes.count, depth: depth)
        try reader.refuseByteOrderMark()
        let result = try value(&reader)
        try reader.end()
        return result
    }

    /// Another reader of the same text, as deep as this one.
    ///
    /// - Precondition: `offset` is one that this reader has stood at, so `0 <= offset <= count`.
    func standing(at offset: Int) -> JSONReader {
        var reader = JSONReader(base: base, count: count, depth: greatestDepth)
        reader.offset = offset
        reader.depth = depth
        return reader
    }

    func fault(_ reason: JSONFault.Reason) -> JSONFault { JSONFault(reason, at: offset) }

    private func refuseByteOrderMark() throws(JSONFault) {
        guard count >= 3, base[0] == 0xef, base[1] == 0xbb, base[2] == 0xbf else { return }
        throw fault(.byteOrderMark)
    }

    @inline(__always)
    mutating func skipSpaces() {
        while offset < count {
            let byte = base[offset]
            guard byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09 else { return }
            offset &+= 1
        }
    }

    /// The next byte that is no space; it stays unread.
    @inline(__always)
    mutating func peek() throws(JSONFault) -> UInt8 {
        skipSpaces()
        guard offset < count else { throw fault(depth == 0 ? .empty : .endsEarly) }
        return base[offset]
    }

    @inline(__always)
    mutating func expect(_ byte: UInt8) throws(JSONFault) {
        guard try peek() == byte else { throw fault(.unexpectedCharacter) }
        offset &+= 1
    }

    private mutating func end() throws(JSONFault) {
        skipSpaces()
        guard offset == count else { throw fault(.trailingText) }
    }

    @inline(__always)
    mutating func enter() throws(JSONFault) {
        depth &+= 1
        guard depth <= greatestDepth else { throw fault(.tooDeep) }
        offset &+= 1  // the bracket, which the caller has seen
    }

    /// After an element or member: true if another follows, false at the closing bracket.
    @inline(__always)
    mutating func goesOn(until closing: UInt8) throws(JSONFault) -> Bool {
        let byte = try peek()
        if byte == UInt8(ascii: ",") {
            offset &+= 1
            return true
        }
        guard byte == closing else { throw fault(.unexpectedCharacter) }
        offset &+= 1
        depth &-= 1
        return false
    }

    /// True if nothing stands between the bracket just read and `closing`.
    @inline(__always)
    mutating func isEmpty(until closing: UInt8) throws(JSONFault) -> Bool {
        guard try peek() == closing else { return false }
        offset &+= 1
        depth &-= 1
        return true
    }

    /// One of the three words.
    mutating func word(_ word: StaticString) throws(JSONFault) {
        let length = word.utf8CodeUnitCount
        for index in 0..<length {
            guard offset &+ index < count else { throw JSONFault(.endsEarly, at: count) }
            guard base[offset &+ index] == word.utf8Start[index] else { throw fault(.unexpectedCharacter) }
        }
        offset &+= length
    }
}
