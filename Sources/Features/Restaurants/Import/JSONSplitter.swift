import JSON

// How a file of any size is split into single objects
// ===================================================
// Three forms are recognised while reading:
//   {"features": [{…}, {…}]}   objects in an array that is a member of the root object: each is a record
//   [{…}, {…}]                 objects in the root array: each is a record
//   {…} {…}                    consecutive root objects (GeoJSON text sequences, RFC 8142, and JSON lines)
// A root object is buffered until it either ends (third form) or turns out to contain an array of objects
// (first form). Only brackets and strings are scanned here; each record is then parsed strictly.

/// Splits JSON into the records that it contains.
struct JSONSplitter: RecordSplitter {
    /// Open brackets, outermost first.
    private var open: [UInt8] = []
    private var isInString = false
    private var isEscaped = false
    /// The bytes of the record, or of the root object as long as it may be a record.
    private var collected: [UInt8] = []
    private var isCollecting = false
    /// The depth at which the buffered value began.
    private var start = 0
    /// Whether the open root object contains an array of records, so that it is not a record itself.
    private var isCollection = false

    private static let objectOpens = UInt8(ascii: "{")
    private static let arrayOpens = UInt8(ascii: "[")

    mutating func take(_ chunk: [UInt8]) throws(ImportFault) -> [ImportRecord?] {
        var records: [ImportRecord?] = []
        for byte in chunk {
            if isCollecting {
                collected.append(byte)
                guard collected.count <= RestaurantLimits.recordBytes else {
                    throw ImportFault("a record is longer than \(RestaurantLimits.recordBytes) bytes")
                }
            }
            if isInString {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isInString = false
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): isInString = true
            case Self.objectOpens, Self.arrayOpens: begin(byte)
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                guard let opening = open.popLast(), opening + 2 == byte else {
                    throw ImportFault("the file is not JSON: a bracket does not match")
                }
                if let record = end() { records.append(record) }
            default: break
            }
        }
        return records
    }

    mutating func finish() throws(ImportFault) -> [ImportRecord?] {
        guard open.isEmpty, !isInString else { throw ImportFault("the file ends in the middle of a value") }
        return []
    }

    private mutating func begin(_ byte: UInt8) {
        if byte == Self.objectOpens {
            let isInRootArray = open == [Self.arrayOpens]
            let isInMember = open == [Self.objectOpens, Self.arrayOpens]
            if open.isEmpty || isInRootArray || isInMember {
                if isInMember { isCollection = true }
                if open.isEmpty { isCollection = false }
                start = open.count
                isCollecting = true
                collected = [byte]
            }
        }
        open.append(byte)
    }

    /// Ends the innermost value.
    ///
    /// - Returns: The record that ends with this bracket; `.some(nil)` if it cannot be read; `nil` if no
    ///   record ends here.
    private mutating func end() -> ImportRecord?? {
        guard isCollecting, open.count == start else { return nil }
        isCollecting = false
        defer { collected.removeAll(keepingCapacity: true) }
        if start == 0, isCollection { return nil }
        guard let value = try? JSONValue(parsing: collected), let record = ImportRecord(value) else {
            return .some(nil)
        }
        return record.fields.isEmpty && record.coordinate == nil ? nil : .some(record)
    }
}
