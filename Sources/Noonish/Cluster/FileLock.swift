import Foundation
import SystemPackage

/// A lock on a file that ends with the process that holds it, however that ends.
final class FileLock: Sendable {
    private let file: FileDescriptor

    /// nil while another process has it.
    ///
    /// - Parameter file: Must be closed in children (`O_CLOEXEC`): a server that outlives us would hold it for ever.
    init?(taking file: FileDescriptor) {
        guard flock(file.rawValue, LOCK_EX | LOCK_NB) == 0 else {
            try? file.close()
            return nil
        }
        self.file = file
    }

    deinit { try? file.close() }
}
