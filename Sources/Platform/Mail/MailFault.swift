/// Something that cannot be used in mail: an address, an id, a link, a setting.
package struct MailFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// A sentence part that says what is wrong, without repeating the value: it may be secret or hostile.
    package let reason: String
    package var description: String { reason }

    init(_ reason: String) { self.reason = reason }
}
