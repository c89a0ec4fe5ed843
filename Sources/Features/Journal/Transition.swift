import Foundation
package import JSON
import NoonishAPI

/// A kind of change with an old and a new value.
package protocol Transition: ChangeKind {
    associatedtype Value: StoredValue

    var old: Value { get }
    var new: Value { get set }
}

extension Transition {
    package func folded(with later: Self) -> Self? {
        var both = self
        both.new = later.new
        return both.old == both.new ? nil : both
    }

    package func encodeMembers(to object: inout JSONWriter) {
        object.field("previous", old)
        object.field("current", new)
    }
}

/// A transition with a single subject, so that its values are all it stores.
package protocol ValueTransition: Transition {
    init(old: Value, new: Value)
}

extension ValueTransition {
    package init?(_ members: ChangeMembers) {
        guard let old = Value(stored: members.previous), let new = Value(stored: members.current) else {
            return nil
        }
        self.init(old: old, new: new)
    }
}

/// A value that changes can store as JSON.
package protocol StoredValue: Hashable, Sendable, JSONEncodable {
    /// Reads what `encode(to:)` wrote; `nil` for anything else.
    init?(stored value: JSONValue)
}

/// Null and unreadable values are `nil`.
extension Optional: StoredValue where Wrapped: StoredValue {
    package init?(stored value: JSONValue) { self = Wrapped(stored: value) }
}

extension String: StoredValue {
    package init?(stored value: JSONValue) {
        guard case .string(let text) = value else { return nil }
        self = text
    }
}

extension ID: StoredValue {
    package init?(stored value: JSONValue) {
        guard case .string(let text) = value else { return nil }
        self.init(text)
    }
}

/// Anything but a list is an empty one, and unreadable elements are left out.
extension Array: StoredValue where Element: StoredValue {
    package init?(stored value: JSONValue) {
        guard case .array(let elements) = value else {
            self = []
            return
        }
        self = elements.compactMap { Element(stored: $0) }
    }
}

extension Int: StoredValue {
    package init?(stored value: JSONValue) {
        guard case .integer(let number) = value else { return nil }
        self = number
    }
}

extension Date: StoredValue {
    package init?(stored value: JSONValue) {
        guard case .string(let text) = value, let date = try? Date(text, strategy: .iso8601) else {
            return nil
        }
        self = date
    }
}

/// Enumerations with string raw values need no code of their own to conform.
extension StoredValue where Self: RawRepresentable, RawValue == String {
    package init?(stored value: JSONValue) {
        guard case .string(let text) = value else { return nil }
        self.init(rawValue: text)
    }
}
