/// What a schedule says about a moment.
public enum OpenState: UInt8, Sendable, CaseIterable {
    case closed, open
    /// The schedule itself does not say (`unknown`, a remark without hours, after the last sure hour of an open end).
    case unknown
}
