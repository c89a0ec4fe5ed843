/// Reads values of a known type directly from the text.
extension JSONReader {
    public mutating func integer() throws(JSONFault) -> Int {
        let number = try typedNumber()
        guard number.isInteger else { throw JSONFault(.wrongType, at: number.start) }
        return try integer(number)
    }

    /// Reads any number.
    public mutating func double() throws(JSONFault) -> Double { try double(try typedNumber()) }

    private mutating func typedNumber() throws(JSONFault) -> NumberText {
        let byte = try peek()
        guard byte == UInt8(ascii: "-") || byte &- UInt8(ascii: "0") < 10 else { throw fault(.wrongType) }
        return try number()
    }

    public mutating func boolean() throws(JSONFault) -> Bool {
        switch try peek() {
        case UInt8(ascii: "t"):
            try literal("true")
            return true
        case UInt8(ascii: "f"):
            try literal("false")
            return false
        default: throw fault(.wrongType)
        }
    }

    /// Reads null. Returns `false` for any other value and leaves it unread.
    public mutating func null() throws(JSONFault) -> Bool {
        guard try peek() == UInt8(ascii: "n") else { return false }
        try literal("null")
        return true
    }

    /// Reads a value; returns `nil` for null.
    @inlinable
    public mutating func optional<Value: JSONDecodable>(
        _ type: Value.Type = Value.self
    ) throws(JSONFault) -> Value? {
        try null() ? nil : try Value(from: &self)
    }

    /// Reads an array, each element with `element`.
    @inlinable
    public mutating func array<Element>(
        _ element: (inout JSONReader) throws(JSONFault) -> Element
    ) throws(JSONFault) -> [Element] {
        var elements: [Element] = []
        guard try openArray() else { return elements }
        repeat {
            do {
                elements.append(try element(&self))
            } catch { throw inside(error, elements.count) }
        } while try readElementSeparator()
        return elements
    }

    /// Reads the opening bracket. Returns `false` if the array is empty, which is then read completely.
    @usableFromInline
    mutating func openArray() throws(JSONFault) -> Bool {
        guard try peek() == UInt8(ascii: "[") else { throw fault(.wrongType) }
        try enter()
        return try !readsEmpty(until: UInt8(ascii: "]"))
    }

    @usableFromInline
    mutating func readElementSeparator() throws(JSONFault) -> Bool {
        try readSeparator(until: UInt8(ascii: "]"))
    }

    @usableFromInline
    func inside(_ fault: JSONFault, _ index: Int) -> JSONFault { fault.inside(String(index)) }

    /// Unwraps a required member; throws if it was missing.
    @inlinable
    public func required<Value>(_ value: Value?, _ name: StaticString) throws(JSONFault) -> Value {
        guard let value else { throw missing(name) }
        return value
    }

    @usableFromInline
    func missing(_ name: StaticString) -> JSONFault { fault(.missingName).inside("\(name)") }

    /// Skips a value of any type. Checks its syntax, but not for duplicate names within it.
    public mutating func skip() throws(JSONFault) {
        switch try peek() {
        case UInt8(ascii: "\""): _ = try skipString()
        case UInt8(ascii: "{"): try skipObject()
        case UInt8(ascii: "["): try skipArray()
        default: _ = try value()
        }
    }

    private mutating func skipArray() throws(JSONFault) {
        guard try openArray() else { return }
        var index = 0
        repeat {
            do { try skip() } catch { throw inside(error, index) }
            index &+= 1
        } while try readElementSeparator()
    }

    private mutating func skipObject() throws(JSONFault) {
        guard try openObject() else { return }
        repeat {
            guard try peek() == UInt8(ascii: "\"") else { throw fault(.wrongType) }
            _ = try skipString()
            try expect(UInt8(ascii: ":"))
            try skip()
        } while try readMemberSeparator()
    }
}
