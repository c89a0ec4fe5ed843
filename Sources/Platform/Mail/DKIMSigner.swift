import Crypto
import CryptoExtras
import Encoding
import Foundation

/// Signs messages for a domain, so that receivers can verify their origin and integrity.
///
/// - Source: RFC 6376; RFC 8301 (rsa-sha256, 2048 bits); RFC 8463 (ed25519-sha256).
package struct DKIMSigner: Sendable {
    private enum Key: Sendable {
        case rsa(_RSA.Signing.PrivateKey)
        case ed25519(Curve25519.Signing.PrivateKey)
    }

    private let key: Key
    private let domain: String
    private let selector: String

    /// Reads a private key.
    ///
    /// - Parameters:
    ///   - pem: A private key, PKCS #8 or PKCS #1: RSA of 2048 bits or more, or Ed25519.
    ///   - domain: The domain of the sender's address.
    ///   - selector: The DNS label of the public key: letters, digits, hyphens and dots.
    /// - Throws: ``MailFault``, which never contains any part of the key.
    package init(pem: String, domain: String, selector: String) throws(MailFault) {
        guard MailAddressSyntax.isDomain(selector[...]), MailAddressSyntax.isDomain(domain[...]) else {
            throw MailFault("a DKIM selector consists of letters, digits, hyphens and dots, like a host name")
        }
        self.domain = domain.lowercased()
        self.selector = selector.lowercased()
        if let seed = Self.ed25519Seed(pem),
            let signing = try? Curve25519.Signing.PrivateKey(rawRepresentation: seed)
        {
            key = .ed25519(signing)
        } else if let signing = try? _RSA.Signing.PrivateKey(pemRepresentation: pem) {
            key = .rsa(signing)
        } else {
            throw MailFault("a DKIM key is a private RSA key of 2048 bits or more, or an Ed25519 key, in PEM")
        }
    }

    /// The bytes before the 32-byte seed of an Ed25519 key in PKCS #8. RFC 8410 §7.
    private static let ed25519Prefix: [UInt8] = [
        0x30, 0x2e, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20,
    ]

    private static func ed25519Seed(_ pem: String) -> [UInt8]? {
        let lines = pem.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("-----") }
        guard let bytes = Data(base64Encoded: lines.joined()), bytes.starts(with: ed25519Prefix),
            bytes.count == 48
        else { return nil }
        return Array(bytes.suffix(32))
    }

    // MARK: - The DNS

    /// The DNS name of the record with the public key.
    package var recordName: String { "\(selector)._domainkey.\(domain)" }

    /// The required content of that TXT record. RFC 6376 §3.6.1.
    package var record: String {
        switch key {
        case .rsa(let key):
            "v=DKIM1; k=rsa; p=\(key.publicKey.derRepresentation.base64EncodedString())"
        case .ed25519(let key):
            "v=DKIM1; k=ed25519; p=\(key.publicKey.rawRepresentation.base64EncodedString())"
        }
    }

    // MARK: - Signing

    /// Returns the signature field to prepend to `message`.
    ///
    /// - Parameters:
    ///   - message: Header fields, an empty line and a body, with CRLF line ends throughout.
    ///   - date: The time of the signature.
    func signature(of message: [UInt8], at date: Date) throws(MailFault) -> [UInt8] {
        let canonical = CanonicalMessage(message)
        let names = Self.signed.flatMap { name in
            canonical.fields.filter { $0.name == name }.map(\.name)
        }
        // `from` is listed once more than it occurs, so that a second one cannot be prepended. RFC 6376
        // §8.15.
        let words = [
            "v=1;", "a=\(algorithm);", "c=relaxed/relaxed;", "d=\(domain);", "s=\(selector);",
            "t=\(Int(date.timeIntervalSince1970));",
        ]
        let list = Self.folded("h=" + (names + ["from"]).joined(separator: ":") + ";", after: ":")
        let hash = Data(SHA256.hash(data: canonical.body)).base64EncodedString()
        let unsigned = HeaderField("DKIM-Signature", words + list + ["bh=\(hash);", "b="])
        var input = Data()
        for name in Self.signed {
            // If several fields have the same name, the last one is signed first. RFC 6376 §5.4.2.
            for field in canonical.fields.reversed() where field.name == name {
                input += field.line + [0x0d, 0x0a]
            }
        }
        input += CanonicalMessage.field(unsigned.encoded.dropLast(2))?.line ?? []
        let signature = Data(try sign(SHA256.hash(data: input))).base64EncodedString()
        let pieces = stride(from: 0, to: signature.count, by: 70).map {
            String(signature.dropFirst($0).prefix(70))
        }
        return HeaderField(
            "DKIM-Signature", words + list + ["bh=\(hash);", "b=\(pieces[0])"] + pieces.dropFirst()
        )
        .encoded
    }

    private var algorithm: String {
        switch key {
        case .rsa: "rsa-sha256"
        case .ed25519: "ed25519-sha256"
        }
    }

    private func sign(_ digest: SHA256.Digest) throws(MailFault) -> Data {
        do {
            switch key {
            case .rsa(let key):
                return try key.signature(for: digest, padding: .insecurePKCS1v1_5).rawRepresentation
            case .ed25519(let key): return try key.signature(for: Data(digest))
            }
        } catch {
            throw MailFault("a message cannot be signed with the DKIM key")
        }
    }

    /// The fields to sign: all that mail clients act on. List-Unsubscribe and its companion must be among
    /// them (RFC 8058 §4).
    private static let signed = [
        "from", "to", "subject", "date", "message-id", "reply-to", "in-reply-to", "references",
        "auto-submitted",
        "mime-version", "content-type", "content-transfer-encoding", "list-unsubscribe",
        "list-unsubscribe-post",
    ]

    /// Splits a long list into pieces between which it may be folded.
    private static func folded(_ list: String, after separator: Character) -> [String] {
        var lines = [""]
        for piece in list.split(separator: separator) {
            let text = lines[lines.count - 1]
            let longer =
                text.isEmpty || text.hasSuffix(String(separator)) ? "\(text)\(piece)" : "\(text):\(piece)"
            if longer.utf8.count > 70 {
                lines[lines.count - 1] = text + String(separator)
                lines.append(String(piece))
            } else {
                lines[lines.count - 1] = longer
            }
        }
        return lines
    }
}

/// A message in canonical form, without the differences that mail servers may introduce in transit.
///
/// - Source: RFC 6376 §3.4.2, §3.4.4 ("relaxed").
struct CanonicalMessage {
    struct Field {
        /// The name in lower case.
        let name: String
        /// The name and the value, without a line end.
        let line: [UInt8]
    }

    let fields: [Field]
    let body: [UInt8]

    init(_ message: [UInt8]) {
        var fields: [Field] = []
        var lines = Self.lines(message)[...]
        var field: [UInt8] = []
        while let line = lines.popFirst(), !line.isEmpty {
            if let first = line.first, Self.isSpace(first) {
                field += line
            } else {
                if let done = Self.field(field[...]) { fields.append(done) }
                field = Array(line)
            }
        }
        if let done = Self.field(field[...]) { fields.append(done) }
        self.fields = fields
        var body = lines.map { Self.collapsed($0, trimmingStart: false) }
        while body.last?.isEmpty == true { body.removeLast() }
        self.body = body.flatMap { $0 + [0x0d, 0x0a] }
    }

    /// Returns a field in canonical form.
    ///
    /// - Parameter field: One field, folded or not.
    /// - Returns: `nil` if there is no colon.
    static func field(_ field: ArraySlice<UInt8>) -> Field? {
        guard let colon = field.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let name = String(decoding: collapsed(field[..<colon], trimmingStart: true), as: UTF8.self)
            .lowercased()
        let value = field[(colon + 1)...].filter { $0 != 0x0d && $0 != 0x0a }
        return Field(name: name, line: Array("\(name):".utf8) + collapsed(value[...], trimmingStart: true))
    }

    private static func lines(_ message: [UInt8]) -> [ArraySlice<UInt8>] {
        var lines: [ArraySlice<UInt8>] = []
        var start = 0
        for index in message.indices where message[index] == 0x0a && index > 0 && message[index - 1] == 0x0d {
            lines.append(message[start..<index - 1])
            start = index + 1
        }
        if start < message.count { lines.append(message[start...]) }
        return lines
    }

    /// Replaces each run of spaces and tabs with a single space and removes those at the end.
    private static func collapsed(_ text: ArraySlice<UInt8>, trimmingStart: Bool) -> [UInt8] {
        var output: [UInt8] = []
        var hasPendingSpace = false
        for byte in text {
            if isSpace(byte) {
                hasPendingSpace = true
            } else {
                if hasPendingSpace && !(trimmingStart && output.isEmpty) { output.append(0x20) }
                hasPendingSpace = false
                output.append(byte)
            }
        }
        return output
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}
