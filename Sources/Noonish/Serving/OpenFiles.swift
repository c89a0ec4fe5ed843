import Glibc

/// How many files and connections the process may hold at once.
enum OpenFiles {
    /// As many as `config/noonish.service` allows; a live stream holds one.
    static let enough: rlim_t = 65_536

    /// Raises the process's own limit as far as it may, up to ``enough``: shells begin with 1,024.
    static func allowEnough() {
        let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        var limit = rlimit()
        guard getrlimit(kind, &limit) == 0, limit.rlim_cur < enough else { return }
        limit.rlim_cur = min(limit.rlim_max, enough)
        _ = setrlimit(kind, &limit)
    }
}
