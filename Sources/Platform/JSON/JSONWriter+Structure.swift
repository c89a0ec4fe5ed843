/// Objects and arrays, with their commas and names.
extension JSONWriter {
    /// Writes an object, whose fields `members` writes.
    @inlinable @inline(__always)
    public mutating func object(_ members: (inout JSONWriter) -> Void) {
        byte(UInt8(ascii: "{"))
        members(&self)
        byte(UInt8(ascii: "}"))
    }

    /// Writes an array, whose elements `elements` writes with ``element(_:)-swift.method``.
    @inlinable @inline(__always)
    public mutating func array(_ elements: (inout JSONWriter) -> Void) {
        byte(UInt8(ascii: "["))
        elements(&self)
        byte(UInt8(ascii: "]"))
    }

    /// Writes an array of `elements`, each written by `write`.
    @inlinable @inline(__always)
    public mutating func array<Elements: Sequence>(
        _ elements: Elements, _ write: (inout JSONWriter, Elements.Element) -> Void
    ) {
        byte(UInt8(ascii: "["))
        for element in elements {
            separate(after: UInt8(ascii: "["))
            write(&self, element)
        }
        byte(UInt8(ascii: "]"))
    }

    /// Writes a member of the current object; the value is null for `nil`.
    @inlinable @inline(__always)
    public mutating func field(_ name: StaticString, _ value: some JSONEncodable) {
        self.name(name)
        value.encode(to: &self)
    }

    /// Writes a member of the current object, unless the value is `nil`.
    @inlinable @inline(__always)
    public mutating func field(_ name: StaticString, ifPresent value: (some JSONEncodable)?) {
        guard let value else { return }
        field(name, value)
    }

    /// Writes a member whose name is known only at run time.
    @inlinable
    public mutating func field(named name: String, _ value: some JSONEncodable) {
        separate(after: UInt8(ascii: "{"))
        self.value(name)
        byte(UInt8(ascii: ":"))
        value.encode(to: &self)
    }

    /// Writes a member whose value is an object.
    @inlinable @inline(__always)
    public mutating func object(_ name: StaticString, _ members: (inout JSONWriter) -> Void) {
        self.name(name)
        object(members)
    }

    /// Writes a member whose value is an array of `elements`, each written by `write`.
    @inlinable @inline(__always)
    public mutating func array<Elements: Sequence>(
        _ name: StaticString, _ elements: Elements, _ write: (inout JSONWriter, Elements.Element) -> Void
    ) {
        self.name(name)
        array(elements, write)
    }

    /// Writes an element of the current array.
    @inlinable @inline(__always)
    public mutating func element(_ value: some JSONEncodable) {
        separate(after: UInt8(ascii: "["))
        value.encode(to: &self)
    }

    /// Writes the name of a member, with the comma before and the colon after it. Exactly one value must
    /// follow.
    @inlinable @inline(__always)
    public mutating func name(_ name: StaticString) {
        let length = name.utf8CodeUnitCount
        reserve(length &+ 4)  // comma, two quotes, colon
        separate(after: UInt8(ascii: "{"))
        base[count] = UInt8(ascii: "\"")
        (base + count + 1).update(from: name.utf8Start, count: length)
        base[count &+ length &+ 1] = UInt8(ascii: "\"")
        base[count &+ length &+ 2] = UInt8(ascii: ":")
        count &+= length &+ 3
    }

    /// Writes a comma, unless the previous byte is the opening bracket.
    @inlinable @inline(__always)
    mutating func separate(after opening: UInt8) {
        // In bounds: a member or element follows an opening bracket, so at least one byte is written.
        precondition(count > 0, "a member or element is written outside of any object or array")
        if base[count &- 1] != opening { byte(UInt8(ascii: ",")) }
    }
}
