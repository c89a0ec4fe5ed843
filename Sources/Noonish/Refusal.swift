/// Why the program does not do what it was asked: one line for the operator and an exit status for scripts.
struct Refusal: Error, CustomStringConvertible {
    let status: Status
    let description: String

    init(_ status: Status, _ description: String) {
        self.status = status
        self.description = description
    }

    /// - Source: sysexits.h of BSD.
    enum Status: Int32 {
        /// Something checked is not as it should be.
        case failed = 1
        /// A file to read is malformed (EX_DATAERR).
        case data = 65
        /// A file to read is not there (EX_NOINPUT).
        case input = 66
        /// The database, or a program that is needed, is not there (EX_UNAVAILABLE).
        case unavailable = 69
        /// A folder or file cannot be made or is not ours (EX_CANTCREAT).
        case folder = 73
        /// A setting is wrong (EX_CONFIG).
        case settings = 78
        /// Told to stop before it was done: 128 + SIGINT, as shells say it.
        case interrupted = 130
    }
}
