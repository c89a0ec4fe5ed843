/// Splits comma, semicolon or tab separated text into records, one line per record, with quoting as in RFC
/// 4180.
///
/// In tab separated text, quotes are ordinary characters, as in the registered type
/// `text/tab-separated-values`.
package struct DelimitedSplitter: RecordSplitter {
    /// Names of the columns; `nil` until the header is read.
    private var columns: [String]?
    private var delimiter: UInt8?
    private var line: [String] = []
    private var field: [UInt8] = []
    private var isQuoted = false
    /// Whether the previous byte was a quote inside a quoted field: its end, or the first half of an escaped
    /// quote.
    private var hasQuoteBefore = false
    private var isFirst = true

    /// Creates a splitter.
    ///
    /// - Parameters:
    ///   - columns: The columns of a file without a header; `nil` reads the header.
    ///   - delimiter: `nil` detects it from the first line.
    package init(columns: [String]?, delimiter: UInt8?) {
        self.columns = columns
        self.delimiter = delimiter
    }

    package mutating func take(_ chunk: [UInt8]) throws(ImportFault) -> [ImportRecord?] {
        let chunk = isFirst ? begin(chunk) : chunk[...]
        var records: [ImportRecord?] = []
        for byte in chunk {
            guard field.count <= RestaurantLimits.recordBytes else {
                throw ImportFault(
                    "a field is longer than \(RestaurantLimits.recordBytes) bytes: is a quote missing?")
            }
            if isQuoted {
                readQuoted(byte)
                if isQuoted { continue }
            }
            switch byte {
            case delimiter: endField()
            case UInt8(ascii: "\n"):
                endField()
                if let record = try endLine() { records.append(record) }
            case UInt8(ascii: "\r"): break
            case UInt8(ascii: "\"") where field.isEmpty && delimiter != UInt8(ascii: "\t"): isQuoted = true
            default: field.append(byte)
            }
        }
        return records
    }

    package mutating func finish() throws(ImportFault) -> [ImportRecord?] {
        if isQuoted, !hasQuoteBefore { throw ImportFault("the file ends inside quotes") }
        if field.isEmpty, line.isEmpty { return [] }
        endField()
        return try endLine().map { [$0] } ?? []
    }

    /// Skips a byte order mark and, without a given delimiter, chooses the most frequent candidate of the
    /// first line.
    private mutating func begin(_ chunk: [UInt8]) -> ArraySlice<UInt8> {
        isFirst = false
        let rest = chunk.starts(with: [0xEF, 0xBB, 0xBF]) ? chunk.dropFirst(3) : chunk[...]
        let firstLine = rest.prefix { $0 != UInt8(ascii: "\n") }
        let candidates = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")]
        delimiter =
            delimiter
            ?? candidates.max { left, right in
                firstLine.count { $0 == left } < firstLine.count { $0 == right }
            }
        return rest
    }

    /// Reads a byte of a quoted field. Clears ``isQuoted`` if the closing quote was just before `byte`, which
    /// the caller then reads as unquoted.
    private mutating func readQuoted(_ byte: UInt8) {
        let isQuote = byte == UInt8(ascii: "\"")
        if hasQuoteBefore {
            hasQuoteBefore = false
            if isQuote { field.append(byte) } else { isQuoted = false }
        } else if isQuote {
            hasQuoteBefore = true
        } else {
            field.append(byte)
        }
    }

    private mutating func endField() {
        line.append(String(decoding: field, as: UTF8.self))
        field.removeAll(keepingCapacity: true)
    }

    /// Ends a line.
    ///
    /// - Returns: The record of the line; `.some(nil)` if it has more fields than columns; `nil` for the
    ///   header and for an empty line.
    private mutating func endLine() throws(ImportFault) -> ImportRecord?? {
        defer { line.removeAll(keepingCapacity: true) }
        if line == [""] { return nil }
        guard let columns else {
            guard Set(line).count == line.count else { throw ImportFault("two columns have the same name") }
            columns = line
            return nil
        }
        guard line.count <= columns.count else { return .some(nil) }
        var record = ImportRecord()
        for (column, value) in zip(columns, line) where !value.isEmpty { record.fields[column] = value }
        return .some(record)
    }
}
