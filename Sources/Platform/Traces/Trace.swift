/// Where work belongs in a trace, as W3C Trace Context passes it from service to service.
package struct Trace: Hashable, Sendable {
    /// The trace of the work that this task does; `nil` outside of requests and jobs.
    @TaskLocal package static var current: Trace?

    /// 32 lower-case hexadecimal digits, the same for all work with one cause, in whichever service.
    package let id: String
    private let identifier: String
    /// Two hexadecimal digits; 01 if a caller may record the trace.
    private let flags: String

    /// Begins a trace.
    ///
    /// - Parameter identifier: The request's or job's: 32 lower-case hexadecimal digits. The first 16 are not all zero.
    package init(identifier: String) {
        id = identifier
        self.identifier = identifier
        flags = "00"
    }

    /// Continues the trace of a caller.
    ///
    /// - Parameters:
    ///   - header: The field `traceparent` of its request.
    ///   - identifier: As for ``init(identifier:)``.
    /// - Returns: `nil` unless the field has a form that the specification permits.
    package init?(continuing header: String, identifier: String) {
        let parts = header.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count >= 4, Self.isHexadecimal(parts[0], 2), parts[0] != "ff",
            // Later versions may append parts.
            parts[0] != "00" || parts.count == 4,
            Self.isHexadecimal(parts[1], 32), parts[1].contains(where: { $0 != "0" }),
            Self.isHexadecimal(parts[2], 16), parts[2].contains(where: { $0 != "0" }),
            Self.isHexadecimal(parts[3], 2)
        else { return nil }
        id = String(parts[1])
        self.identifier = identifier
        flags = UInt8(parts[3], radix: 16).map { $0 & 1 } == 1 ? "01" : "00"
    }

    /// The field `traceparent` of requests to other services. This part of the work has the first half of its identifier.
    package var header: String { "00-\(id)-\(identifier.prefix(16))-\(flags)" }

    private static func isHexadecimal(_ text: Substring, _ count: Int) -> Bool {
        text.utf8.count == count && text.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
    }
}
