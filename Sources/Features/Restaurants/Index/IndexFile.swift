internal import Foundation
import GeoSearch

// The saved index
// ===============
// A copy of what the table says, so that a process need not read and build it all when it starts. It is never the truth:
// what is missing, damaged, or of another program or database is passed over, and the table is read.
//
// It is written beside its place, flushed, and renamed, so its place holds a whole file at any time, and whoever has the
// old one mapped keeps that. Nobody writes into a file in its place, so no mapped page can vanish or change.

/// Where a process keeps the index between two starts.
package struct IndexFile: Sendable {
    let path: String

    package init(path: String) { self.path = path }

    /// Why there is no saved index to begin with.
    enum Fault: Error, Equatable, CustomStringConvertible {
        case missing
        case unreadable(errno: Int32)
        /// Not whole, or of another kind.
        case refused(PlaceImageFault)
        /// Of another program, database or moment; in words.
        case foreign(String)

        var description: String {
            switch self {
            case .missing: "there is none"
            case .unreadable(let code): "it cannot be read: \(String(cString: strerror(code)))"
            case .refused(.damaged): "it is damaged"
            case .refused(.unknownFormat): "it is of another format"
            case .foreign(let reason): reason
            }
        }
    }

    /// The file as memory, checked once from one end to the other.
    ///
    /// - Complexity: as reading the file; from memory several gigabytes a second.
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

    /// Puts the index in the file's place, with `note`.
    ///
    /// - Returns: false if another process is just doing that.
    /// - Throws: `POSIXError`; what was there before stays.
    /// - Complexity: as ``PlaceIndex/save(note:_:)``, and writing to the disk.
    func save(_ index: PlaceIndex, note: [UInt8]) throws -> Bool {
        let folder = URL(filePath: path).deletingLastPathComponent().path(percentEncoded: false)
        // One writer at a time, so that the draft is nobody else's. The lock ends with the process that holds it.
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
