// How a type reads itself in few words
// ====================================
//     init(from reader: inout JSONReader) throws(JSONFault) {
//         let read = try reader.members()
//         try self.init(id: read("id"), note: read.optional("note"))
//     }
//
// The object is stepped over once, to find where each value begins, and each value is read where it is asked for. So
// what lies n objects deep is looked at n times: little next to a request over a network, and too much only for long
// lists read over and over, for which there is ``JSONReader/object(_:_:)``.

/// The members of one object, each read when it is asked for by its name.
public struct JSONMembers: ~Copyable {
    /// Where a value stands, by its name.
    private let offsets: [(name: String, offset: Int)]

    /// Stands inside of the object; never moved, but copied to where a value begins.
    private let reader: JSONReader

    fileprivate init(_ offsets: [(name: String, offset: Int)], _ reader: consuming JSONReader) {
        self.offsets = offsets
        self.reader = reader
    }

    /// What is known of the object's shape only when it is read.
    public var names: [String] { offsets.map(\.name) }

    /// A member that has to be there.
    public func callAsFunction<Value: JSONDecodable>(_ name: String) throws(JSONFault) -> Value {
        guard let offset = offset(of: name) else { throw reader.fault(.missingName).inside(name) }
        return try value(name, at: offset)
    }

    /// nil where it is null or not there.
    public func optional<Value: JSONDecodable>(_ name: String) throws(JSONFault) -> Value? {
        guard let offset = offset(of: name) else { return nil }
        var reader = reader.standing(at: offset)
        return try reader.null() ? nil : value(name, at: offset)
    }

    private func offset(of name: String) -> Int? { offsets.first { $0.name == name }?.offset }

    private func value<Value: JSONDecodable>(_ name: String, at offset: Int) throws(JSONFault) -> Value {
        var reader = reader.standing(at: offset)
        do { return try Value(from: &reader) } catch { throw error.inside(name) }
    }
}

extension JSONReader {
    /// Steps over an object, as strictly as it would be read, and remembers where each value is.
    public mutating func members() throws(JSONFault) -> JSONMembers {
        var offsets: [(name: String, offset: Int)] = []
        guard try openObject() else { return JSONMembers([], standing(at: offset)) }
        let inside = standing(at: offset)
        repeat {
            guard try peek() == UInt8(ascii: "\"") else { throw fault(.unexpectedCharacter) }
            let start = offset
            let name = try string()
            guard !offsets.contains(where: { $0.name == name }) else {
                throw JSONFault(.duplicateName, at: start).inside(name)
            }
            try expect(UInt8(ascii: ":"))
            _ = try peek()
            offsets.append((name, offset))
            do { try skip() } catch { throw error.inside(name) }
        } while try hasNextMember()
        return JSONMembers(offsets, inside)
    }
}

/// An object whose names are not known beforehand.
extension Dictionary: JSONDecodable where Key == String, Value: JSONDecodable {
    public init(from reader: inout JSONReader) throws(JSONFault) {
        let read = try reader.members()
        self.init()
        for name in read.names { self[name] = try read(name) as Value }
    }
}
