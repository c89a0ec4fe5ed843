/// Every number of mail.
package enum MailLimits {
    /// Bytes of a line, without its end, that a writer should stay within. RFC 5322 §2.1.1; 76 where encoded words are
    /// (RFC 2047 §2) and in quoted-printable and base64 (RFC 2045 §6.7, §6.8), so 76 everywhere.
    static let lineBytes = 76
    /// Bytes of text in one encoded word: 52 in base64, so that the word has 64 of the 75 that RFC 2047 §2 permits and
    /// fits on a line behind a field name of up to ten characters.
    static let encodedWordBytes = 39
    /// Bytes before the @. RFC 5321 §4.5.3.1.1.
    package static let localPartBytes = 64
    /// Bytes of a whole address. RFC 5321 §4.5.3.1.3, less the angle brackets.
    package static let addressBytes = 254
    /// Bytes of one part of a domain. RFC 1035 §2.3.4.
    static let domainLabelBytes = 63
    /// Bytes of a Message-ID. Far from the 998 of a line, which it cannot be folded within.
    static let messageIDBytes = 250
    /// Bytes of a link that is a header field, for the same reason.
    static let linkBytes = 900
    /// Unicode scalars of a display name or of a subject; longer ones are cut. No mail program shows more.
    static let phraseCharacters = 200
    /// Unicode scalars of what a mail server says that are kept.
    static let replyCharacters = 500
    /// From the call to the server's last reply. Below half of a delivery lease (30 s), so that nobody sends twice.
    static let sendTime = Duration.seconds(10)
    /// For each reply of the server. Also bounds the one wait that libcurl does not share with other transfers: for the
    /// answer to QUIT, after a refusal.
    static let replyTime = Duration.seconds(5)
    /// Name resolution, connection and TLS.
    static let connectTime = Duration.seconds(5)

    // What is received.

    /// Bytes of a message that is taken. A reply has a few thousand; those that quote a picture in a signature are below.
    package static let receivedBytes = 1_048_576
    /// Parts of a message that are looked at, in all.
    static let receivedParts = 100
    /// Parts within parts that are looked at.
    static let receivedDepth = 8
    /// Header fields of a part that are looked at.
    static let receivedFields = 500
    /// Bytes of a command, with its end. RFC 5321 §4.5.3.1.4 asks for 512; some long addresses need more.
    static let commandBytes = 1_024
    /// Bytes of a line of a message, with its end. RFC 5321 §4.5.3.1.6 asks for 1,000; some programs do not count.
    static let receivedLineBytes = 16_384
    /// Recipients of one message: a reply has one.
    static let recipients = 10
    /// Commands over one connection: about 60 messages.
    static let commands = 200
    /// Commands that made no sense before we hang up.
    static let mistakes = 5
    /// Connections at once; further ones are asked to come back.
    static let connections = 32
    /// Without a word from the other side. RFC 5321 §4.5.3.2 wants 5 min; whoever writes a reply has it ready.
    static let idleTime = Duration.seconds(60)
    /// From connection to end.
    static let connectionTime = Duration.seconds(300)
}
