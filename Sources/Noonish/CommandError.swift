import Initializers

/// The reason why a command failed: one line for the operator and an exit status for scripts.
@MemberwiseInit(unlabeled: 2)
struct CommandError: Error, CustomStringConvertible {
    let status: Status
    let description: String

    /// Exit statuses.
    ///
    /// - Source: sysexits.h of BSD.
    enum Status: Int32 {
        /// A check failed.
        case failed = 1
        /// An input file is malformed (EX_DATAERR).
        case data = 65
        /// An input file does not exist (EX_NOINPUT).
        case input = 66
        /// The database, or a program that is needed, is unavailable (EX_UNAVAILABLE).
        case unavailable = 69
        /// A folder or file cannot be created or belongs to another user (EX_CANTCREAT).
        case folder = 73
        /// A setting is invalid (EX_CONFIG).
        case settings = 78
        /// Interrupted by a signal: 128 + SIGINT, as shells report it.
        case interrupted = 130
    }
}
