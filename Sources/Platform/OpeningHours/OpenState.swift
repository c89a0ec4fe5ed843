/// The state of a schedule at a moment.
public enum OpenState: UInt8, Sendable, CaseIterable {
    case closed, open
    /// The schedule does not determine the state: `unknown`, a comment without hours, or the time after the
    /// last certain hour of an open end.
    case unknown
}
