public import Foundation

/// A type that can encode itself as one JSON value. `JSONWriter.swift` shows how.
public protocol JSONEncodable {
    func encode(to writer: inout JSONWriter)
}

extension String: JSONEncodable {
    @inlinable public func encode(to writer: inout JSONWriter) { writer.value(self) }
}

extension Bool: JSONEncodable {
    @inlinable public func encode(to writer: inout JSONWriter) { writer.value(self) }
}

extension Int: JSONEncodable {
    @inlinable public func encode(to writer: inout JSONWriter) { writer.value(self) }
}

extension Double: JSONEncodable {
    @inlinable public func encode(to writer: inout JSONWriter) { writer.value(self) }
}

extension Date: JSONEncodable {
    @inlinable public func encode(to writer: inout JSONWriter) { writer.value(self) }
}

extension Optional: JSONEncodable where Wrapped: JSONEncodable {
    @inlinable public func encode(to writer: inout JSONWriter) {
        if let self { self.encode(to: &writer) } else { writer.null() }
    }
}

extension Array: JSONEncodable where Element: JSONEncodable {
    @inlinable public func encode(to writer: inout JSONWriter) {
        writer.array(self) { $1.encode(to: &$0) }
    }
}

/// Encodes the members sorted by name, so that equal dictionaries yield equal text.
extension Dictionary: JSONEncodable where Key == String, Value: JSONEncodable {
    @inlinable public func encode(to writer: inout JSONWriter) {
        writer.object {
            for (name, value) in sorted(by: { $0.key < $1.key }) { $0.field(named: name, value) }
        }
    }
}

/// Enumerations with string raw values need no code of their own to conform.
extension JSONEncodable where Self: RawRepresentable, RawValue == String {
    @inlinable public func encode(to writer: inout JSONWriter) { writer.value(rawValue) }
}
