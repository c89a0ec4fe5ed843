import Synchronization

// Decoding in short form
// ======================
//     init(from reader: inout JSONReader) throws(JSONFault) {
//         let read = try reader.members()
//         try self.init(id: read("id"), note: read.optional("note"))
//     }
//
// The object is first skipped once to locate its values; each value is decoded when it is requested. A value
// nested n objects deep is therefore scanned n times, but skipping allocates no values and costs little
// compared with decoding. Names are compared as bytes, starting with the one after the last match, because
// our own programs write them in the order in which they read them.

/// The members of one object, each decoded when it is requested by name.
public struct JSONMembers: ~Copyable {
    struct Member {
        /// Offset of the name, after its opening quote, and its length in bytes.
        let name: Int
        let length: Int
        /// Offset of the value.
        let value: Int
        /// The unescaped name, if the name is written with an escape; otherwise `nil`.
        let escaped: String?
    }

    private let members: [Member]

    /// A reader positioned inside the object; never advanced, only copied to the start of a value.
    private let reader: JSONReader

    /// Index of the member likely to be requested next.
    private let expected = Atomic(0)

    init(_ members: [Member], _ reader: consuming JSONReader) {
        self.members = members
        self.reader = reader
    }

    /// Decodes a required member.
    @inlinable
    public func callAsFunction<Value: JSONDecodable>(_ name: StaticString) throws(JSONFault) -> Value {
        let offset = offset(of: name)
        guard offset >= 0 else { throw missing(name) }
        var reader = makeReader(at: offset)
        do { return try Value(from: &reader) } catch { throw inside(error, name) }
    }

    /// Decodes an optional member; returns `nil` if it is null or missing.
    @inlinable
    public func optional<Value: JSONDecodable>(_ name: StaticString) throws(JSONFault) -> Value? {
        let offset = offset(of: name)
        guard offset >= 0 else { return nil }
        var reader = makeReader(at: offset)
        do {
            return try reader.null() ? nil : try Value(from: &reader)
        } catch { throw inside(error, name) }
    }

    /// Returns the offset of the value, or -1 if the member is missing.
    @usableFromInline
    func offset(of name: StaticString) -> Int {
        let first = expected.load(ordering: .relaxed)
        for step in 0..<members.count {
            let next = first &+ step
            let index = next < members.count ? next : next &- members.count
            guard reader.isName(members[index], name) else { continue }
            expected.store(index &+ 1, ordering: .relaxed)
            return members[index].value
        }
        return -1
    }

    @usableFromInline
    func makeReader(at offset: Int) -> JSONReader { reader.makeReader(at: offset) }

    @usableFromInline
    func missing(_ name: StaticString) -> JSONFault { reader.fault(.missingName).inside("\(name)") }

    @usableFromInline
    func inside(_ fault: JSONFault, _ name: StaticString) -> JSONFault { fault.inside("\(name)") }
}

extension JSONReader {
    /// Skips an object, checking its syntax and its own names for duplicates, and records where each value
    /// is.
    public mutating func members() throws(JSONFault) -> JSONMembers {
        var members: [JSONMembers.Member] = []
        guard try openObject() else { return JSONMembers([], makeReader(at: offset)) }
        members.reserveCapacity(16)
        let inside = makeReader(at: offset)
        repeat {
            guard try peek() == UInt8(ascii: "\"") else { throw fault(.unexpectedCharacter) }
            let start = offset
            let escaped = try skipString() ? nil : string(at: start)
            let length = offset &- start &- 2
            for member in members where isSame(member, start &+ 1, length, escaped) {
                throw JSONFault(.duplicateName, at: start).inside(try string(at: start))
            }
            try expect(UInt8(ascii: ":"))
            _ = try peek()
            members.append(.init(name: start &+ 1, length: length, value: offset, escaped: escaped))
            do { try skip() } catch { throw error.inside(try string(at: start)) }
        } while try readMemberSeparator()
        return JSONMembers(members, inside)
    }

    /// Returns the string at `start`, which has been skipped before.
    private func string(at start: Int) throws(JSONFault) -> String {
        var reader = makeReader(at: start)
        return try reader.string()
    }

    /// In bounds: the member's name has been skipped, so its bytes can be read.
    fileprivate func isName(_ member: JSONMembers.Member, _ name: StaticString) -> Bool {
        if let escaped = member.escaped { return escaped == "\(name)" }
        guard member.length == name.utf8CodeUnitCount else { return false }
        for index in 0..<member.length where base[member.name &+ index] != name.utf8Start[index] {
            return false
        }
        return true
    }

    /// Returns whether a skipped name equals that of `member`, with or without escapes.
    private func isSame(
        _ member: JSONMembers.Member, _ start: Int, _ length: Int, _ escaped: String?
    ) -> Bool {
        guard escaped == nil, member.escaped == nil else {
            let one = try? member.escaped ?? string(at: member.name &- 1)
            return one == (try? escaped ?? string(at: start &- 1))
        }
        guard member.length == length else { return false }
        for index in 0..<length where base[member.name &+ index] != base[start &+ index] { return false }
        return true
    }
}

/// Decodes an object whose names are not known in advance.
extension Dictionary: JSONDecodable where Key == String, Value: JSONDecodable {
    @inlinable
    public init(from reader: inout JSONReader) throws(JSONFault) {
        self.init()
        guard try reader.openObject() else { return }
        repeat {
            let start = try reader.startOfName()
            let name = try reader.string()
            try reader.colon()
            let value: Value
            do { value = try Value(from: &reader) } catch { throw reader.inside(error, name) }
            guard updateValue(value, forKey: name) == nil else {
                throw reader.duplicateFault(name, at: start)
            }
        } while try reader.readMemberSeparator()
    }
}

extension JSONReader {
    @usableFromInline
    mutating func startOfName() throws(JSONFault) -> Int {
        guard try peek() == UInt8(ascii: "\"") else { throw fault(.unexpectedCharacter) }
        return offset
    }

    @usableFromInline
    mutating func colon() throws(JSONFault) { try expect(UInt8(ascii: ":")) }

    @usableFromInline
    func inside(_ fault: JSONFault, _ name: String) -> JSONFault { fault.inside(name) }

    @usableFromInline
    func duplicateFault(_ name: String, at start: Int) -> JSONFault {
        JSONFault(.duplicateName, at: start).inside(name)
    }
}
