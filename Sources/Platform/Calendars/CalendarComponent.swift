import Initializers

/// A component of a calendar document: the content between `BEGIN:NAME` and `END:NAME`.
///
/// - Source: RFC 5545 §3.4, §3.6.
@MemberwiseInit(unlabeled: 2)
package struct CalendarComponent: Hashable, Sendable {
    /// The name in upper case.
    package let name: String
    package var lines: [ContentLine] = []
    package var components: [CalendarComponent] = []

    /// Returns the first line of this name.
    package subscript(name: String) -> ContentLine? { lines.first { $0.name == name } }

    package func all(_ name: String) -> [ContentLine] { lines.filter { $0.name == name } }

    package func components(_ name: String) -> [CalendarComponent] { components.filter { $0.name == name } }

    /// The component as UTF-8 with CRLF line ends, folded.
    package var encoded: [UInt8] {
        var output = ContentLine("BEGIN", value: name).encoded
        for line in lines { output += line.encoded }
        for component in components { output += component.encoded }
        return output + ContentLine("END", value: name).encoded
    }
}

extension CalendarComponent {
    /// Parses one `VCALENDAR`.
    ///
    /// Strict about what would change the meaning (nesting, names, parameters, UTF-8), lenient about changes
    /// in transit: lines may end with LF alone, and blank lines are skipped.
    /// - Throws: ``CalendarFault``.
    /// - Complexity: O(bytes).
    package init(parsing bytes: [UInt8]) throws(CalendarFault) {
        guard bytes.count <= CalendarLimits.documentBytes else {
            throw CalendarFault("the document has more than \(CalendarLimits.documentBytes) bytes")
        }
        guard let text = String(validating: Self.unfolded(bytes), as: UTF8.self) else {
            throw CalendarFault("the document is not UTF-8")
        }
        var open: [CalendarComponent] = []
        var whole: CalendarComponent?
        var number = 0
        for raw in text.utf8.split(separator: 0x0a) {
            number += 1
            guard number <= CalendarLimits.lines else {
                throw CalendarFault("the document has too many lines")
            }
            let bare = raw.last == 0x0d ? raw.dropLast() : raw
            guard !bare.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) else { continue }
            guard whole == nil else { throw CalendarFault("unexpected text after the end", line: number) }
            let line = try ContentLine(parsing: bare, number: number)
            try Self.place(line, number, &open, &whole)
        }
        guard let whole else {
            throw CalendarFault(open.isEmpty ? "the document is empty" : "the document has no end")
        }
        guard whole.name == "VCALENDAR" else { throw CalendarFault("the document is not a VCALENDAR") }
        self = whole
    }

    private static func place(
        _ line: ContentLine, _ number: Int, _ open: inout [CalendarComponent],
        _ whole: inout CalendarComponent?
    ) throws(CalendarFault) {
        switch line.name {
        case "BEGIN":
            guard open.count < CalendarLimits.depth else {
                throw CalendarFault("components are nested too deeply", line: number)
            }
            open.append(CalendarComponent(line.value.uppercased()))
        case "END":
            guard let done = open.popLast(), done.name == line.value.uppercased() else {
                throw CalendarFault("an END does not match its BEGIN", line: number)
            }
            if open.isEmpty {
                whole = done
            } else {
                open[open.count - 1].components.append(done)
            }
        default:
            guard !open.isEmpty else {
                throw CalendarFault("a line is outside any component", line: number)
            }
            open[open.count - 1].lines.append(line)
        }
    }

    /// Joins folded lines, byte by byte, because a fold may split the bytes of a character. Also skips a byte
    /// order mark.
    private static func unfolded(_ bytes: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        var index = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0
        while index < bytes.count {
            let end = bytes[index] == 0x0d && index + 1 < bytes.count && bytes[index + 1] == 0x0a ? 2 : 1
            let isLineEnd = end == 2 || bytes[index] == 0x0a
            let next = index + end
            if isLineEnd, next < bytes.count, bytes[next] == 0x20 || bytes[next] == 0x09 {
                index = next + 1
            } else {
                output.append(contentsOf: bytes[index..<next])
                index = next
            }
        }
        return output
    }
}
