import Foundation
import SystemPackage

/// A lock on a file that ends with the process that holds it, even after a crash.
final class FileLock: Sendable {
    private let file: FileDescriptor

    /// Acquires the lock; `nil` while another process holds it.
    ///
    /// - Parameter file: Must not be inherited by child processes (`O_CLOEXEC`): a server that outlives this
    ///   process would keep the lock.
    init?(acquiring file: FileDescriptor) {
        guard flock(file.rawValue, LOCK_EX | LOCK_NB) == 0 else {
            try? file.close()
            return nil
        }
        self.file = file
    }

    deinit { try? file.close() }
}
