import Encoding

/// The limits of mail.
package enum MailLimits {
    /// The maximum length in bytes of a written line, without its end. RFC 5322 §2.1.1 recommends 78; lines
    /// with encoded words (RFC 2047 §2) and quoted-printable and base64 (RFC 2045 §6.7, §6.8) permit 76, so
    /// it is 76 everywhere.
    static let lineBytes = 76
    /// The maximum number of text bytes in one encoded word: 52 in base64, so that the word has 64 of the 75
    /// that RFC 2047 §2 permits and fits on a line after a field name of up to ten characters.
    static let encodedWordBytes = 39
    /// The maximum length of an address in bytes. RFC 5321 §4.5.3.1.3, less the angle brackets.
    package static let addressBytes = MailAddressSyntax.addressBytes
    /// The maximum length of a Message-ID in bytes. It cannot be folded; well below the limit of 998 for a
    /// line.
    static let messageIDBytes = 250
    /// The maximum length in bytes of a link in a header field, for the same reason.
    static let linkBytes = 900
    /// The maximum length of a display name or a subject in Unicode scalars; longer ones are truncated. No
    /// mail client shows more.
    static let phraseCharacters = 200
    /// The number of Unicode scalars of a server's reply that are kept.
    static let replyCharacters = 500
    /// From the call to the server's last reply. Less than half of a delivery lease (30 s), so that a message
    /// is not sent twice.
    static let sendTimeout = Duration.seconds(10)
    /// The time limit for each reply of the server. Also bounds the only wait that in libcurl blocks other
    /// transfers: for the reply to QUIT, after a refusal.
    static let replyTimeout = Duration.seconds(5)
    /// The time limit for name resolution, connection and TLS handshake.
    static let connectTimeout = Duration.seconds(5)

    // Limits of received mail.

    /// The maximum size of an accepted message in bytes. A reply has a few thousand; even with an image in
    /// its signature it stays below this.
    package static let receivedBytes = 1_048_576
    /// The maximum number of parts of a message that are parsed, in total.
    static let receivedParts = 100
    /// The maximum nesting depth of parts that is parsed.
    static let receivedDepth = 8
    /// The maximum number of header fields of a part that are parsed.
    static let receivedFields = 500
    /// The maximum length of a command in bytes, with its line end. RFC 5321 §4.5.3.1.4 requires 512; some
    /// long addresses need more.
    static let commandBytes = 1_024
    /// The maximum length of a message line in bytes, with its line end. RFC 5321 §4.5.3.1.6 requires 1,000;
    /// some senders exceed it.
    static let receivedLineBytes = 16_384
    /// The maximum number of recipients of one message; a reply has one.
    static let recipients = 10
    /// The maximum number of commands on one connection, enough for about 60 messages.
    static let commands = 200
    /// The number of rejected commands after which the connection is closed.
    static let rejectedCommands = 5
    /// The maximum number of concurrent connections; further ones get a temporary error.
    static let connections = 32
    /// The maximum number of concurrent connections of one address, or of one IPv6 network of 64 bits, so that one
    /// client cannot take all. Does not apply to this machine, where the operator's own mail server may run.
    static let connectionsPerAddress = 4
    /// How long a client may send nothing. RFC 5321 §4.5.3.2 recommends 5 min; a server that delivers a reply
    /// has it ready.
    static let idleTime = Duration.seconds(60)
    /// The maximum duration of a connection.
    static let connectionTime = Duration.seconds(300)
}
