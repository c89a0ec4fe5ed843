import Foundation

/// The encoding of a text part in lines of at most 76 ASCII characters.
///
/// No encoded line begins with a dot or with "From ", because old mail software changes such lines.
enum TransferEncoding: String {
    case quotedPrintable = "quoted-printable"
    case base64

    /// Chooses an encoding. Quoted-printable stays legible; base64 is shorter if more than a sixth of the
    /// bytes need escaping to three.
    init(for text: String) {
        let escaped = text.utf8.lazy.filter { !Self.isPlain($0) && $0 != 0x0a && $0 != 0x0d }.count
        self = escaped * 6 > text.utf8.count ? .base64 : .quotedPrintable
    }

    /// Returns the encoded text, each line ended by CRLF. Line ends of any kind in `text` become CRLF.
    func encode(_ text: String) -> [UInt8] {
        var lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r" || $0 == "\r\n" }
            .map { Array($0.utf8) }
        if lines.last?.isEmpty == true { lines.removeLast() }
        switch self {
        case .quotedPrintable: return lines.flatMap(Self.quotedPrintable)
        case .base64: return Self.base64(lines.flatMap { $0 + Self.lineEnd })
        }
    }

    static let lineEnd: [UInt8] = [0x0d, 0x0a]

    /// Encodes one line.
    ///
    /// - Source: RFC 2045 §6.7.
    private static func quotedPrintable(_ line: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        var column = 0
        for (index, byte) in line.enumerated() {
            let isLast = index == line.count - 1
            var piece = isPlain(byte) ? [byte] : escape(byte)
            // A space at the end of a line could be lost in transit; one at the start of a continued line is
            // not.
            if byte == 0x20 || byte == 0x09 { piece = isLast ? escape(byte) : [byte] }
            // One column stays free for the "=" of a soft line break.
            if column + piece.count > MailLimits.lineBytes - (isLast ? 0 : 1) {
                output += [UInt8(ascii: "=")] + lineEnd
                column = 0
            }
            if column == 0 && isTouchedAtLineStart(line[index...]) { piece = escape(byte) }
            output += piece
            column += piece.count
        }
        return output + lineEnd
    }

    /// Encodes bytes in lines.
    ///
    /// - Source: RFC 2045 §6.8.
    private static func base64(_ bytes: [UInt8]) -> [UInt8] {
        let text = Array(Data(bytes).base64EncodedString().utf8)
        return stride(from: 0, to: text.count, by: MailLimits.lineBytes).flatMap { start in
            text[start..<min(start + MailLimits.lineBytes, text.count)] + lineEnd
        }
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        (0x20...0x7e).contains(byte) && byte != UInt8(ascii: "=") || byte == 0x09
    }

    private static func isTouchedAtLineStart(_ rest: ArraySlice<UInt8>) -> Bool {
        rest.first == UInt8(ascii: ".") || rest.starts(with: Array("From ".utf8))
    }

    private static func escape(_ byte: UInt8) -> [UInt8] {
        let digits = Array("0123456789ABCDEF".utf8)
        return [UInt8(ascii: "="), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
}
