package import Access
import Foundation
package import NoonishAPI

/// The service's own mail addresses, one of each kind for each invitation: for calendar replies and for
/// delivery failure reports.
///
/// The address itself proves which invitation the mail belongs to; `From` proves nothing.
package struct InboundAddresses: Sendable {
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// The ORGANIZER of an event, which receives replies.
        case answer = "rsvp"
        /// The Return-Path of a message, which receives failure reports.
        case bounce
    }

    /// The domain whose mail reaches this service.
    package let domain: String
    private let key: SecretKey

    package init(domain: String, key: SecretKey) {
        self.domain = domain.lowercased()
        self.key = key
    }

    /// Returns `rsvp+<invitation><code>@domain`, or the same with `bounce`. It uses only lower-case letters
    /// and digits, since some programs change the case. The longer local part, that of a bounce address, uses
    /// 59 of the 64 permitted characters.
    package func text(_ kind: Kind, _ invitation: InvitationID) -> String {
        let id = withUnsafeBytes(of: invitation.uuid.uuid) { Base32.text($0) }
        return "\(kind.rawValue)+\(id)\(code(kind, invitation))@\(domain)"
    }

    /// Parses an address.
    ///
    /// - Returns: `nil` if this service did not create the address.
    func read(_ address: String) -> (kind: Kind, invitation: InvitationID)? {
        let parts = address.lowercased().split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[1] == domain else { return nil }
        let local = parts[0].split(separator: "+", omittingEmptySubsequences: false)
        guard local.count == 2, let kind = Kind(rawValue: String(local[0])), local[1].utf8.count == 52,
            let bytes = Base32.bytes(local[1].prefix(26)), let invitation = InvitationID(bytes: bytes)
        else { return nil }
        guard equalInConstantTime(local[1].dropFirst(26).utf8, code(kind, invitation).utf8) else {
            return nil
        }
        return (kind, invitation)
    }

    /// Returns the authentication code, 128 bits of an HMAC with the server's key.
    private func code(_ kind: Kind, _ invitation: InvitationID) -> String {
        Base32.text(key.hmac("inbound", kind.rawValue, invitation.description).prefix(16))
    }
}

extension ID {
    fileprivate init?(bytes: [UInt8]) {
        guard bytes.count == 16 else { return nil }
        self.init(bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) })
    }
}

/// A case-insensitive encoding of bytes in 32 characters.
///
/// - Source: RFC 4648 §6, in lower case and without padding.
package enum Base32 {
    private static let alphabet = Array("abcdefghijklmnopqrstuvwxyz234567".utf8)

    static func text(_ bytes: some Sequence<UInt8>) -> String {
        var output: [UInt8] = []
        var held = 0
        var count = 0
        for byte in bytes {
            held = held << 8 | Int(byte)
            count += 8
            while count >= 5 {
                count -= 5
                output.append(alphabet[held >> count & 31])
            }
            held &= (1 << count) - 1
        }
        if count > 0 { output.append(alphabet[held << (5 - count) & 31]) }
        return String(decoding: output, as: UTF8.self)
    }

    /// Decodes a text.
    ///
    /// - Returns: `nil` if the text has other characters or is not a canonical encoding.
    static func bytes(_ text: Substring) -> [UInt8]? {
        var output: [UInt8] = []
        var held = 0
        var count = 0
        for character in text.utf8 {
            guard let value = alphabet.firstIndex(of: character) else { return nil }
            held = held << 5 | value
            count += 5
            if count >= 8 {
                count -= 8
                output.append(UInt8(held >> count & 255))
            }
            held &= (1 << count) - 1
        }
        return held == 0 && count < 5 ? output : nil
    }
}
