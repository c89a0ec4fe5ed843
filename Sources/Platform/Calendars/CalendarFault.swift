/// Why bytes are not a calendar document, or not one that we can act on.
package struct CalendarFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// A sentence part that says what is wrong, without repeating what was sent.
    package let reason: String
    /// The unfolded line, from 1; nil if it is about the whole.
    package let line: Int?

    init(_ reason: String, line: Int? = nil) {
        self.reason = reason
        self.line = line
    }

    package var description: String { line.map { "\(reason) (line \($0))" } ?? reason }
}
