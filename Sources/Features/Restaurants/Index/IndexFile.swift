import Foundation
import GeoSearch
import Initializers

// The saved index
// ===============
// A cache of the table, so that a process need not read all rows and build the index when it starts. A file
// that is missing, damaged or from another program or database is ignored, and the table is read.
//
// The file is written under another name, flushed and renamed, so that its path always holds a complete file
// and processes that have the old one mapped keep it. A file is never modified in place, so no mapped page
// can vanish or change.

/// The file in which a process keeps the index between two starts.
@MemberwiseInit
package struct IndexFile: Sendable {
    let path: String

    /// The reason why a saved index cannot be used.
    enum Fault: Error, Equatable, CustomStringConvertible {
        case missing
        case unreadable(errno: Int32)
        /// Incomplete or of another format.
        case refused(PlaceImageFault)
        /// From another program or database, or newer than the database; with a description.
        case foreign(String)

        var description: String {
            switch self {
            case .missing: "it does not exist"
            case .unreadable(let code): "it cannot be read: \(String(cString: strerror(code)))"
            case .refused(.damaged): "it is damaged"
            case .refused(.unknownFormat): "it has another format"
            case .foreign(let reason): reason
            }
        }
    }

    /// Maps the file into memory and verifies it once from start to end.
    ///
    /// - Complexity: That of reading the file; several gigabytes per second from memory.
    func map() throws(Fault) -> PlaceImage {
        let file = Glibc.open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw errno == ENOENT ? .missing : .unreadable(errno: errno) }
        defer { close(file) }
        let size = Int(lseek(file, 0, SEEK_END))
        guard size > 0 else { throw .refused(.unknownFormat) }
        guard let start = mmap(nil, size, PROT_READ, MAP_PRIVATE, file, 0), start != MAP_FAILED else {
            throw .unreadable(errno: errno)
        }
        let address = UInt(bitPattern: start)
        do throws(PlaceImageFault) {
            return try PlaceImage(UnsafeRawBufferPointer(start: start, count: size)) {
                munmap(UnsafeMutableRawPointer(bitPattern: address), size)
            }
        } catch {
            throw .refused(error)
        }
    }

    /// Replaces the file with `index` and `note`.
    ///
    /// - Returns: `false` if another process is saving at the moment.
    /// - Throws: `POSIXError`; the previous file stays.
    /// - Complexity: That of ``PlaceIndex/save(note:_:)`` and of writing to the disk.
    func save(_ index: PlaceIndex, note: [UInt8]) throws -> Bool {
        let folder = URL(filePath: path).deletingLastPathComponent().path(percentEncoded: false)
        // One writer at a time, so that no other process writes to the draft. The lock ends with the process
        // that holds it.
        let lock = try Self.descriptor(path + ".lock", O_RDWR | O_CREAT)
        defer { close(lock) }
        guard flock(lock, LOCK_EX | LOCK_NB) == 0 else { return false }
        let draft = path + ".draft"
        let file = try Self.descriptor(draft, O_WRONLY | O_CREAT | O_TRUNC)
        do {
            defer { close(file) }
            try index.save(note: note) { try Self.write($0, to: file) }
            try Self.check(fsync(file))
            try Self.check(rename(draft, path))
        } catch {
            unlink(draft)
            throw error
        }
        let place = try Self.descriptor(folder, O_RDONLY | O_DIRECTORY)
        defer { close(place) }
        try Self.check(fsync(place))
        return true
    }

    private static func descriptor(_ path: String, _ flags: Int32) throws -> Int32 {
        try check(Glibc.open(path, flags | O_CLOEXEC, 0o600))
    }

    private static func write(_ bytes: UnsafeRawBufferPointer, to file: Int32) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = Glibc.write(file, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
            if count < 0, errno == EINTR { continue }
            rest = rest.dropFirst(Int(try check(Int32(clamping: count))))
        }
    }

    @discardableResult
    private static func check(_ result: Int32) throws -> Int32 {
        guard result >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        return result
    }
}
