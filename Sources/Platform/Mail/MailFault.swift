/// An invalid value in mail: an address, an id, a link, a setting.
package struct MailFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// The reason, as part of a sentence. Does not repeat the value, which may be secret or hostile.
    package let reason: String
    package var description: String { reason }

    init(_ reason: String) { self.reason = reason }
}
