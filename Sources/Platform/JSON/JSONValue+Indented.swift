import NIOCore

extension JSONValue {
    /// The value as text for people and for diffs, in lines of 120 characters where possible. An array or object that does
    /// not fit on a line is indented by two spaces per level.
    public var indentedText: String {
        var text = ""
        indent(into: &text, depth: 0, column: 0)
        return text
    }

    private static let lineLength = 120

    /// - Parameter column: Where the value begins on its line.
    private func indent(into text: inout String, depth: Int, column: Int) {
        let line = singleLineText
        if column + line.count < Self.lineLength {
            text += line
        } else {
            indentElements(into: &text, depth: depth)
        }
    }

    private func indentElements(into text: inout String, depth: Int) {
        let inner = String(repeating: "  ", count: depth + 1)
        let outer = String(repeating: "  ", count: depth)
        switch self {
        case .array(let elements) where elements.allSatisfy(\.isScalar):
            text += "[" + Self.filledLines(elements, indent: inner) + "\n" + outer + "]"
        case .array(let elements):
            text += "[\n"
            for (index, element) in elements.enumerated() {
                text += inner
                element.indent(into: &text, depth: depth + 1, column: inner.count)
                text += index == elements.count - 1 ? "\n" : ",\n"
            }
            text += outer + "]"
        case .object(let object) where !object.members.isEmpty:
            text += "{\n"
            for (index, member) in object.members.enumerated() {
                let name = inner + JSONValue.string(member.name).compactText + ": "
                text += name
                member.value.indent(into: &text, depth: depth + 1, column: name.count)
                text += index == object.members.count - 1 ? "\n" : ",\n"
            }
            text += outer + "}"
        default: text += compactText
        }
    }

    /// Scalars in as few lines as possible, each of which begins with a line feed.
    private static func filledLines(_ elements: [JSONValue], indent: String) -> String {
        var text = ""
        var column = lineLength
        for (index, element) in elements.enumerated() {
            let part = element.compactText + (index == elements.count - 1 ? "" : ",")
            if column + 1 + part.count > lineLength {
                text += "\n" + indent + part
                column = indent.count + part.count
            } else {
                text += " " + part
                column += 1 + part.count
            }
        }
        return text
    }

    private var isScalar: Bool {
        switch self {
        case .array, .object: false
        default: true
        }
    }

    /// The value on one line, with spaces between its parts.
    private var singleLineText: String {
        switch self {
        case .array(let elements):
            "[" + elements.map(\.singleLineText).joined(separator: ", ") + "]"
        case .object(let object) where !object.members.isEmpty:
            "{ "
                + object.members.map { member in
                    JSONValue.string(member.name).compactText + ": " + member.value.singleLineText
                }.joined(separator: ", ") + " }"
        default: compactText
        }
    }

    private var compactText: String {
        var writer = JSONWriter()
        encode(to: &writer)
        return String(buffer: writer.finish())
    }
}
