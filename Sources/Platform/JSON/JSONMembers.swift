import Synchronization

// How a type reads itself in few words
// ====================================
//     init(from reader: inout JSONReader) throws(JSONFault) {
//         let read = try reader.members()
//         try self.init(id: read("id"), note: read.optional("note"))
//     }
//
// The object is stepped over once, to find where each value begins, and each value is read where it is asked for. So
// what lies n objects deep is looked at n times; stepping over makes no value of anything, and costs little next to
// reading. Names are compared as bytes, beginning with the one after the last that was asked for: a program of ours writes
// them in the order in which it reads them.

/// The members of one object, each read when it is asked for by its name.
public struct JSONMembers: ~Copyable {
    struct Member {
        /// Where the name begins, behind its quote, and how many bytes it has.
        let name: Int
        let length: Int
        /// Where the value begins.
        let value: Int
        /// The name, where it is written with an escape.
        let escaped: String?
    }

    private let members: [Member]

    /// Stands inside of the object; never moved, but copied to where a value begins.
    private let reader: JSONReader

    /// The member that is likely to be asked for next.
    private let expected = Atomic(0)

    init(_ members: [Member], _ reader: consuming JSONReader) {
        self.members = members
        self.reader = reader
    }

    /// A member that has to be there.
    @inlinable
    public func callAsFunction<Value: JSONDecodable>(_ name: StaticString) throws(JSONFault) -> Value {
        let offset = offset(of: name)
        guard offset >= 0 else { throw missing(name) }
        var reader = standing(at: offset)
        do { return try Value(from: &reader) } catch { throw inside(error, name) }
    }

    /// nil where it is null or not there.
    @inlinable
    public func optional<Value: JSONDecodable>(_ name: StaticString) throws(JSONFault) -> Value? {
        let offset = offset(of: name)
        guard offset >= 0 else { return nil }
        var reader = standing(at: offset)
        do {
            return try reader.null() ? nil : try Value(from: &reader)
        } catch { throw inside(error, name) }
    }

    /// Where the value begins; -1 if it is not there.
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
    func standing(at offset: Int) -> JSONReader { reader.standing(at: offset) }

    @usableFromInline
    func missing(_ name: StaticString) -> JSONFault { reader.fault(.missingName).inside("\(name)") }

    @usableFromInline
    func inside(_ fault: JSONFault, _ name: StaticString) -> JSONFault { fault.inside("\(name)") }
}

extension JSONReader {
    /// Steps over an object, as strictly as it would be read, and remembers where each value is.
    public mutating func members() throws(JSONFault) -> JSONMembers {
        var members: [JSONMembers.Member] = []
        guard try openObject() else { return JSONMembers([], standing(at: offset)) }
        members.reserveCapacity(16)
        let inside = standing(at: offset)
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
        } while try hasNextMember()
        return JSONMembers(members, inside)
    }

    /// A string that was stepped over and begins there.
    private func string(at start: Int) throws(JSONFault) -> String {
        var reader = standing(at: start)
        return try reader.string()
    }

    /// Inside: a member's name was stepped over, so its bytes can be read.
    fileprivate func isName(_ member: JSONMembers.Member, _ name: StaticString) -> Bool {
        if let escaped = member.escaped { return escaped == "\(name)" }
        guard member.length == name.utf8CodeUnitCount else { return false }
        for index in 0..<member.length where base[member.name &+ index] != name.utf8Start[index] {
            return false
        }
        return true
    }

    /// Whether a name that was stepped over is that of `member`, however either is written.
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

/// An object whose names are not known beforehand.
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
            guard updateValue(value, forKey: name) == nil else { throw reader.twice(name, at: start) }
        } while try reader.hasNextMember()
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
    func twice(_ name: String, at start: Int) -> JSONFault {
        JSONFault(.duplicateName, at: start).inside(name)
    }
}
