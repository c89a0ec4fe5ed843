// The strict reader
// =================
// Reads one JSON text (RFC 8259) from memory and rejects everything that two parsers could interpret
// differently or that PostgreSQL could not store: duplicate names in an object, unpaired surrogates, the null
// character, invalid UTF-8, a byte order mark, numbers out of the range of a double, and text after the
// value. Only the standard's whitespace is allowed, and neither comments nor trailing commas.
//
// There are two ways to read. ``JSONValue/init(parsing:depth:size:)`` builds a tree, for requests. A type
// with a known structure conforms to ``JSONDecodable`` and reads its values directly from the text, for
// clients of our own API.
//
// All reading goes through a pointer and a count. Every load in these files follows a comparison of `offset`
// with `count` in the same function, or a comment marked "In bounds" names the comparison that covers it.

/// Reads JSON values from bytes that must stay in place during its lifetime.
///
/// Created only by ``read(_:depth:size:_:)``, which keeps the bytes alive; being noncopyable, it cannot be
/// stored.
public struct JSONReader: ~Copyable {
    /// Invariant: `count` bytes from `base` on can be read, and `0 <= offset <= count`.
    let base: UnsafePointer<UInt8>
    let count: Int

    /// Number of bytes read so far.
    public internal(set) var offset = 0

    var depth = 0
    let maximumDepth: Int

    /// Default limit of the nesting depth: enough for all our data, and far from exhausting a stack of 512
    /// kB.
    public static let defaultDepth = 64

    /// Default limit of the text's size: 16 MiB.
    public static let defaultSize = 16 * 1_024 * 1_024

    private init(base: UnsafePointer<UInt8>, count: Int, depth: Int) {
        self.base = base
        self.count = count
        self.maximumDepth = depth
    }

    /// Reads exactly one value from `bytes`.
    ///
    /// - Throws: ``JSONFault``, also if anything but whitespace follows the value.
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
        try reader.expectEnd()
        return result
    }

    /// Returns another reader of the same text at `offset`, with the same depth.
    ///
    /// - Precondition: This reader has been at `offset`, so `0 <= offset <= count`.
    func makeReader(at offset: Int) -> JSONReader {
        var reader = JSONReader(base: base, count: count, depth: maximumDepth)
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

    /// Returns the next byte that is not whitespace, without consuming it.
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

    private mutating func expectEnd() throws(JSONFault) {
        skipSpaces()
        guard offset == count else { throw fault(.trailingText) }
    }

    @inline(__always)
    mutating func enter() throws(JSONFault) {
        depth &+= 1
        guard depth <= maximumDepth else { throw fault(.tooDeep) }
        offset &+= 1  // the bracket, which the caller has checked
    }

    /// Reads the separator after an element or member. Returns `true` if another follows, `false` after the
    /// closing bracket.
    @inline(__always)
    mutating func readSeparator(until closing: UInt8) throws(JSONFault) -> Bool {
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

    /// Returns whether the array or object just opened is empty; consumes its closing bracket then.
    @inline(__always)
    mutating func readsEmpty(until closing: UInt8) throws(JSONFault) -> Bool {
        guard try peek() == closing else { return false }
        offset &+= 1
        depth &-= 1
        return true
    }

    /// Reads one of the literals `true`, `false` and `null`.
    mutating func literal(_ literal: StaticString) throws(JSONFault) {
        let length = literal.utf8CodeUnitCount
        for index in 0..<length {
            guard offset &+ index < count else { throw JSONFault(.endsEarly, at: count) }
            guard base[offset &+ index] == literal.utf8Start[index] else { throw fault(.unexpectedCharacter) }
        }
        offset &+= length
    }
}
