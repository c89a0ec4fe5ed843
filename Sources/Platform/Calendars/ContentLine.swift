/// One line of a calendar document: `NAME;PARAMETER=value:value`.
///
/// - Source: RFC 5545 §3.1; RFC 6868 for the escaping of parameters.
package struct ContentLine: Hashable, Sendable {
    package struct Parameter: Hashable, Sendable {
        /// The name in upper case.
        package let name: String
        package let values: [String]
    }

    /// The name in upper case.
    package let name: String
    package var parameters: [Parameter]
    /// The value as it stands in the document. Text is escaped, see ``CalendarText``.
    package let value: String

    package init(_ name: String, _ parameters: [(String, String)] = [], value: String) {
        self.name = name
        self.parameters = parameters.map { Parameter(name: $0.0, values: [$0.1]) }
        self.value = value
    }

    /// Creates a line whose value is text.
    package init(_ name: String, text: String) {
        self.init(name, value: CalendarText.escaped(text))
    }

    /// Returns the first value of the parameter of this name.
    package subscript(parameter: String) -> String? {
        parameters.first { $0.name == parameter }?.values.first
    }

    /// The value with its text escapes removed.
    package var text: String { CalendarText.unescaped(value) }
}

// MARK: - Writing

extension ContentLine {
    /// The line with its end, folded at 75 bytes between Unicode scalars.
    var encoded: [UInt8] {
        var text = name
        for parameter in parameters {
            text += ";\(parameter.name)=" + parameter.values.map(Self.quoted).joined(separator: ",")
        }
        text += ":" + value
        var output: [UInt8] = []
        var column = 0
        for scalar in text.unicodeScalars where !Self.isControl(scalar) {
            let bytes = UTF8.encode(scalar).map(Array.init) ?? []
            if column + bytes.count > CalendarLimits.lineBytes {
                output += [0x0d, 0x0a, 0x20]
                column = 1
            }
            output += bytes
            column += bytes.count
        }
        return output + [0x0d, 0x0a]
    }

    /// Returns whether a scalar is a control character other than the tab. These are never written.
    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        (scalar.value < 0x20 && scalar != "\t") || scalar.value == 0x7f
    }

    /// Returns a parameter's value, quoted if necessary, with the characters that quotes cannot contain
    /// escaped as in RFC 6868.
    private static func quoted(_ value: String) -> String {
        var text = ""
        for scalar in value.unicodeScalars {
            switch scalar {
            case "^": text += "^^"
            case "\"": text += "^'"
            case "\n": text += "^n"
            default: text.unicodeScalars.append(scalar)
            }
        }
        let needsQuotes = text.utf8.contains { ":;,".utf8.contains($0) }
        return needsQuotes ? "\"\(text)\"" : text
    }
}

// MARK: - Reading

extension ContentLine {
    /// Parses one unfolded line.
    ///
    /// - Throws: ``CalendarFault`` with the line number `number`.
    init(parsing text: Substring.UTF8View, number: Int) throws(CalendarFault) {
        var rest = text
        guard let name = Self.name(&rest) else {
            throw CalendarFault("a line does not begin with a name", line: number)
        }
        var parameters: [Parameter] = []
        while rest.first == UInt8(ascii: ";") {
            guard parameters.count < CalendarLimits.parameters else {
                throw CalendarFault("a line has too many parameters", line: number)
            }
            rest.removeFirst()
            guard let parameter = Self.parameter(&rest) else {
                throw CalendarFault("a parameter is not NAME=value", line: number)
            }
            parameters.append(parameter)
        }
        guard rest.first == UInt8(ascii: ":") else {
            throw CalendarFault("a line has no colon before its value", line: number)
        }
        rest.removeFirst()
        self.name = name
        self.parameters = parameters
        value = String(Substring(rest))
    }

    private static func name(_ rest: inout Substring.UTF8View) -> String? {
        let name = rest.prefix { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
                true
            default: false
            }
        }
        rest = rest[name.endIndex...]
        return name.isEmpty ? nil : Substring(name).uppercased()
    }

    private static func parameter(_ rest: inout Substring.UTF8View) -> Parameter? {
        guard let name = name(&rest), rest.first == UInt8(ascii: "=") else { return nil }
        var values: [String] = []
        repeat {
            rest.removeFirst()
            guard let value = value(&rest) else { return nil }
            values.append(value)
        } while rest.first == UInt8(ascii: ",")
        return Parameter(name: name, values: values)
    }

    private static func value(_ rest: inout Substring.UTF8View) -> String? {
        let raw: Substring.UTF8View
        if rest.first == UInt8(ascii: "\"") {
            rest.removeFirst()
            raw = rest.prefix { $0 != UInt8(ascii: "\"") }
            rest = rest[raw.endIndex...]
            guard rest.first == UInt8(ascii: "\"") else { return nil }
            rest.removeFirst()
        } else {
            raw = rest.prefix { !"\":;,".utf8.contains($0) }
            rest = rest[raw.endIndex...]
        }
        return unquoted(Substring(raw))
    }

    /// Removes the escapes of a parameter's value. Any other `^` stays as it is.
    ///
    /// - Source: RFC 6868 §3.2.
    private static func unquoted(_ text: Substring) -> String {
        guard text.utf8.contains(UInt8(ascii: "^")) else { return String(text) }
        var output = String.UnicodeScalarView()
        var scalars = text.unicodeScalars.makeIterator()
        while let scalar = scalars.next() {
            guard scalar == "^" else {
                output.append(scalar)
                continue
            }
            switch scalars.next() {
            case "n": output.append("\n")
            case "'": output.append("\"")
            case "^": output.append("^")
            case let other?: output += ["^", other]
            case nil: output.append("^")
            }
        }
        return String(output)
    }
}
