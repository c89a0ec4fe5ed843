import Initializers

/// The reason why bytes are not a calendar document, or not one that can be processed.
@MemberwiseInit(unlabeled: 1)
package struct CalendarFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// The reason, as part of a sentence. Does not repeat the input.
    package let reason: String
    /// The number of the unfolded line, from 1; `nil` if the reason concerns the whole document.
    package var line: Int? = nil

    package var description: String { line.map { "\(reason) (line \($0))" } ?? reason }
}
