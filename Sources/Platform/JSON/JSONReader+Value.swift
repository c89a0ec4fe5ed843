public import NIOCore

extension JSONValue {
    /// Parses a complete JSON text.
    ///
    /// - Parameters:
    ///   - bytes: The text in UTF-8.
    ///   - depth: Maximum nesting depth of arrays and objects.
    ///   - size: Maximum size of the text in bytes.
    public init(
        parsing bytes: UnsafeRawBufferPointer, depth: Int = JSONReader.defaultDepth,
        size: Int = JSONReader.defaultSize
    ) throws(JSONFault) {
        self = try JSONReader.read(bytes, depth: depth, size: size) { (reader) throws(JSONFault) in
            try reader.value()
        }
    }

    public init(
        parsing buffer: ByteBuffer, depth: Int = JSONReader.defaultDepth, size: Int = JSONReader.defaultSize
    ) throws(JSONFault) {
        self = try buffer.withUnsafeReadableBytes { bytes in
            Result { () throws(JSONFault) in try JSONValue(parsing: bytes, depth: depth, size: size) }
        }.get()
    }

    public init(
        parsing text: String, depth: Int = JSONReader.defaultDepth, size: Int = JSONReader.defaultSize
    ) throws(JSONFault) {
        var text = text
        self = try text.withUTF8 { bytes in
            Result { () throws(JSONFault) in
                try JSONValue(parsing: UnsafeRawBufferPointer(bytes), depth: depth, size: size)
            }
        }.get()
    }

    public init(
        parsing bytes: [UInt8], depth: Int = JSONReader.defaultDepth, size: Int = JSONReader.defaultSize
    ) throws(JSONFault) {
        self = try bytes.withUnsafeBytes { bytes in
            Result { () throws(JSONFault) in try JSONValue(parsing: bytes, depth: depth, size: size) }
        }.get()
    }
}

extension JSONReader {
    /// Reads any value as a tree.
    public mutating func value() throws(JSONFault) -> JSONValue {
        switch try peek() {
        case UInt8(ascii: "{"): return .object(try object())
        case UInt8(ascii: "["): return .array(try array())
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"):
            try literal("true")
            return .boolean(true)
        case UInt8(ascii: "f"):
            try literal("false")
            return .boolean(false)
        case UInt8(ascii: "n"):
            try literal("null")
            return .null
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            let number = try number()
            return number.isInteger ? .integer(try integer(number)) : .double(try double(number))
        default: throw fault(.unexpectedCharacter)
        }
    }

    private mutating func object() throws(JSONFault) -> JSONObject {
        try enter()
        var object = JSONObject()
        if try readsEmpty(until: UInt8(ascii: "}")) { return object }
        var names = NameSet()
        repeat {
            guard try peek() == UInt8(ascii: "\"") else { throw fault(.unexpectedCharacter) }
            let start = offset
            let name = try string()
            guard names.insert(name, among: object.members) else {
                throw JSONFault(.duplicateName, at: start).inside(name)
            }
            try expect(UInt8(ascii: ":"))
            do {
                object.members.append(.init(name: name, value: try value()))
            } catch { throw error.inside(name) }
        } while try readSeparator(until: UInt8(ascii: "}"))
        return object
    }

    private mutating func array() throws(JSONFault) -> [JSONValue] {
        try enter()
        var elements: [JSONValue] = []
        if try readsEmpty(until: UInt8(ascii: "]")) { return elements }
        repeat {
            do {
                elements.append(try value())
            } catch { throw error.inside(String(elements.count)) }
        } while try readSeparator(until: UInt8(ascii: "]"))
        return elements
    }
}

/// Detects duplicate names. A few names are compared one by one; beyond that a set is kept, so that an object
/// with forty thousand names does not take quadratic time.
private struct NameSet {
    private static let few = 16
    private var set: Set<String> = []

    mutating func insert(_ name: String, among members: [JSONObject.Member]) -> Bool {
        if members.count < Self.few { return !members.contains { $0.name == name } }
        if set.isEmpty { set = Set(members.map(\.name)) }
        return set.insert(name).inserted
    }
}
