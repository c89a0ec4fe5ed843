package import Access
import Foundation
package import NoonishAPI

/// Our own addresses that mail may come to, one for each invitation: where calendars answer, and where mail systems report
/// that they could not deliver. The address itself proves whose mail it is; `From` proves nothing.
package struct InboundAddresses: Sendable {
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// ORGANIZER of an event: answers go there.
        case answer = "rsvp"
        /// Return-Path of a message: reports of failures go there.
        case bounce
    }

    /// The domain whose mail reaches us.
    package let domain: String
    private let key: SecretKey

    package init(domain: String, key: SecretKey) {
        self.domain = domain.lowercased()
        self.key = key
    }

    /// `rsvp+<invitation><code>@domain`: small letters and digits alone, as some programs change capitals. 57 of the 64
    /// characters that may stand before the @.
    package func text(_ kind: Kind, _ invitation: InvitationID) -> String {
        let id = withUnsafeBytes(of: invitation.uuid.uuid) { Base32.text($0) }
        return "\(kind.rawValue)+\(id)\(code(kind, invitation))@\(domain)"
    }

    /// - Returns: Nil for an address that we did not make.
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

    /// 128 bits that only we can make.
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

/// Bytes in 32 characters that are told apart whatever their case.
///
/// - Source: RFC 4648 §6, in small letters and without padding.
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

    /// - Returns: Nil for other characters, and for a text that no bytes have.
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
