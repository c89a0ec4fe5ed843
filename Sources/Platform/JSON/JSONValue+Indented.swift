internal import NIOCore

extension JSONValue {
    /// The value as text over several lines, indented by two spaces per level, for people and for diffs.
    public var indentedText: String {
        var lines = ""
        indent(into: &lines, depth: 0)
        return lines
    }

    private func indent(into text: inout String, depth: Int) {
        let inner = String(repeating: "  ", count: depth + 1)
        let outer = String(repeating: "  ", count: depth)
        switch self {
        case .array(let elements) where !elements.isEmpty:
            text += "[\n"
            for (index, element) in elements.enumerated() {
                text += inner
                element.indent(into: &text, depth: depth + 1)
                text += index == elements.count - 1 ? "\n" : ",\n"
            }
            text += outer + "]"
        case .object(let object) where !object.members.isEmpty:
            text += "{\n"
            for (index, member) in object.members.enumerated() {
                text += inner + JSONValue.string(member.name).compactText + ": "
                member.value.indent(into: &text, depth: depth + 1)
                text += index == object.members.count - 1 ? "\n" : ",\n"
            }
            text += outer + "}"
        default: text += compactText
        }
    }

    private var compactText: String {
        var writer = JSONWriter()
        encode(to: &writer)
        return String(buffer: writer.finish())
    }
}
