public import Foundation
public import JSON

/// Whether a place is open at the time that was asked about.
public struct OpenThen: Hashable, Sendable, JSONEncodable {
    public enum State: String, Hashable, Sendable, CaseIterable, JSONEncodable {
        case open, closed
        /// No hours are known, they cannot be read, or they say so themselves.
        case unknown
    }

    public var state: State
    /// When that changes; nil where it is not known to.
    public var until: Date?
    /// What the hours remark, such as "by appointment".
    public var comment: String?

    public init(state: State, until: Date?, comment: String? = nil) {
        self.state = state
        self.until = until
        self.comment = comment
    }

    /// Nothing is known.
    public static let unknown = OpenThen(state: .unknown, until: nil)

    public func encode(to writer: inout JSONWriter) {
        writer.object {
            $0.field("state", state)
            $0.field("until", until)
            $0.field("comment", ifPresent: comment)
        }
    }
}
