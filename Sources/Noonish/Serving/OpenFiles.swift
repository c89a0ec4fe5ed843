import Glibc

/// The limit on open files and connections of the process.
enum OpenFiles {
    /// As many as `config/noonish.service` allows; each live stream uses one.
    static let enough: rlim_t = 65_536

    /// Raises the process's soft limit up to ``enough`` as far as the hard limit permits: shells start with
    /// 1,024.
    static func allowEnough() {
        let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        var limit = rlimit()
        guard getrlimit(kind, &limit) == 0, limit.rlim_cur < enough else { return }
        limit.rlim_cur = min(limit.rlim_max, enough)
        _ = setrlimit(kind, &limit)
    }
}
