import Foundation

/// What a mail server answered.
package struct SMTPReply: Hashable, Sendable {
    /// 421, 550 … RFC 5321 §4.2.
    package let code: Int
    /// `5.1.1`, if the server says: class, subject, detail. RFC 3463.
    package let enhanced: String?
    /// The server's words, on one line. They may repeat an address: not for logs.
    package let text: String

    /// Reads the last reply among the lines that came.
    ///
    /// - Returns: nil unless the last reply has this code.
    init?(code: Int, lines: [String]) {
        let last = lines.reversed().prefix { $0.hasPrefix("\(code)") }.reversed()
        guard !last.isEmpty else { return nil }
        let words = last.map { $0.dropFirst(4) }.joined(separator: " ").split { $0.isWhitespace }
        let first = words.first.flatMap { $0.wholeMatch(of: /[245]\.\d{1,3}\.\d{1,3}/) }?.output
        self.code = code
        enhanced = first.map(String.init)
        // A reply of several lines repeats the enhanced code on each.
        text =
            Phrase(words.filter { $0 != first }.joined(separator: " "), longest: MailLimits.replyCharacters)
            .text
    }

    /// `550 5.1.1`.
    package var codes: String { [String(code), enhanced].compactMap { $0 }.joined(separator: " ") }
}
