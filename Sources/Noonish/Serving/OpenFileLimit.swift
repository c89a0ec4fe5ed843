import Glibc
import HTTPKit

/// The limit on open files and connections of the process.
enum OpenFileLimit {
    /// The number that `config/noonish.service` allows; each connection uses one.
    static let target: rlim_t = 65_536

    private static let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)

    /// Raises the process's soft limit up to ``target`` as far as the hard limit permits: shells start with
    /// 1,024.
    static func raise() {
        var limit = rlimit()
        guard getrlimit(kind, &limit) == 0, limit.rlim_cur < target else { return }
        limit.rlim_cur = min(limit.rlim_max, target)
        _ = setrlimit(kind, &limit)
    }

    /// The soft limit, or ``target`` if there is none.
    static var current: Int { value(\.rlim_cur) }

    /// The limit after ``raise()``, without changing it.
    static var reachable: Int { max(current, min(value(\.rlim_max), Int(target))) }

    private static func value(_ bound: KeyPath<rlimit, rlim_t>) -> Int {
        var limit = rlimit()
        guard getrlimit(kind, &limit) == 0 else { return 1_024 }
        return Int(exactly: limit[keyPath: bound]) ?? Int(target)
    }
}

extension ConnectionLimits {
    init(_ settings: Settings.HTTP, files: Int) {
        self.init(
            total: settings.connections, perAddress: settings.connectionsPerAddress, files: files,
            proxies: settings.trustedProxies)
    }
}
