import Glibc

/// The limit on open files and connections of the process.
enum OpenFileLimit {
    /// As many as `config/noonish.service` allows; each live stream uses one.
    static let target: rlim_t = 65_536

    /// Raises the process's soft limit up to ``target`` as far as the hard limit permits: shells start with
    /// 1,024.
    static func raise() {
        let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        var limit = rlimit()
        guard getrlimit(kind, &limit) == 0, limit.rlim_cur < target else { return }
        limit.rlim_cur = min(limit.rlim_max, target)
        _ = setrlimit(kind, &limit)
    }
}
