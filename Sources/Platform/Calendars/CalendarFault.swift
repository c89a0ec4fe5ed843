/// The reason why bytes are not a calendar document, or not one that can be processed.
package struct CalendarFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// The reason, as part of a sentence. Does not repeat the input.
    package let reason: String
    /// The number of the unfolded line, from 1; `nil` if the reason concerns the whole document.
    package let line: Int?

    init(_ reason: String, line: Int? = nil) {
        self.reason = reason
        self.line = line
    }

    package var description: String { line.map { "\(reason) (line \($0))" } ?? reason }
}
