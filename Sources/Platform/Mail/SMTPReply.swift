import Foundation

/// What a mail server answered.
package struct SMTPReply: Hashable, Sendable {
    /// 421, 550 … RFC 5321 §4.2.
    package let code: Int
    /// `5.1.1`, if the server says: class, subject, detail. RFC 3463.
    package let enhanced: String?
    /// The server's words, on one line. They may repeat an address: not for logs.
    package let text: String

    /// Reads the last reply among the lines of a conversation, but for the farewell: libcurl says QUIT before it lets
    /// go of a connection that failed, and 221 then hides why (from `CURLINFO_RESPONSE_CODE` too).
    init?(last lines: [String]) {
        let said = lines.reversed().drop { $0.hasPrefix("221") }
        guard let code = said.first.flatMap({ Int($0.prefix(3)) }) else { return nil }
        let reply = said.prefix { $0.hasPrefix(String(code)) }.reversed()
        let words = reply.map { $0.dropFirst(4) }.joined(separator: " ").split { $0.isWhitespace }
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
