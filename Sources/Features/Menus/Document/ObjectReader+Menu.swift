import HTTPKit
import JSON

/// What the objects of a menu have in common.
extension ObjectReader {
    /// The pointer to the object itself.
    var pointer: String { String(pointer(to: "").dropLast()) }

    /// Counts the elements of a list; a value of another type, which is a fault of its own, counts as one.
    mutating func countElements(_ name: String) -> Int {
        switch value(name) {
        case nil, .null: 0
        case .array(let elements): elements.count
        default: 1
        }
    }

    /// Reads a list of an enumeration's values in the order of its cases, each once; `nil` if it is not stated.
    mutating func list<Value>(_ name: String, of type: Value.Type) -> [Value]?
    where Value: CaseIterable & RawRepresentable & Hashable & Sendable, Value.RawValue == String {
        guard isStated(name) else {
            _ = value(name)
            return nil
        }
        let values = Set(array(name, .oneOf(type), max: 2 * type.allCases.count))
        return type.allCases.filter(values.contains)
    }

    /// Reads the name in other languages; `nil` if there are none.
    mutating func names() -> [String: String]? {
        guard case .object(let members)? = value("names") else {
            _ = object("names") { _ in true }
            return nil
        }
        guard members.members.count <= MenuLimits.languages else {
            refuse("names", "too_many", "At most \(MenuLimits.languages) languages.")
            return nil
        }
        let names = object("names") { names -> [String: String] in
            var read: [String: String] = [:]
            for language in members.members.map(\.name) {
                let name = names.optional(JSONPointer.escape(language), .text(MenuLimits.name))
                if !language.isLanguageTag {
                    names.refuse(
                        JSONPointer.escape(language), "malformed_language",
                        "Expected a language such as fi or pt-BR.")
                }
                read[language] = name
            }
            return read
        }
        return names?.isEmpty == false ? names : nil
    }

    /// Reads the members that every part of a menu has. A key that is already among the keys of such parts is a fault.
    mutating func keyAndNames(
        _ keys: inout Set<String>
    ) -> (key: String?, name: String?, names: [String: String]?) {
        let key = required("key", .menuKey)
        if let key, !keys.insert(key).inserted { refuseDuplicate() }
        return (key, required("name", .text(MenuLimits.name)), names())
    }

    mutating func refuseDuplicate() {
        refuse("key", "duplicate_key", "Another has the same key.")
    }
}

extension Array {
    var nilIfEmpty: Self? { isEmpty ? nil : self }
}
