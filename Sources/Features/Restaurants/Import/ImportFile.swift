import Foundation
import Subprocess
import SystemPackage

/// A file that is read from start to end, and decompressed on the fly if its name ends in `.gz`.
struct ImportFile {
    let path: String

    private var isPacked: Bool { path.lowercased().hasSuffix(".gz") }

    /// The name without `.gz`, in lower case; its suffix identifies the format.
    var plainName: String {
        let name = path.lowercased()
        return isPacked ? String(name.dropLast(3)) : name
    }

    /// Size of the decompressed file in bytes; `nil` if unknown.
    ///
    /// - Source: RFC 1952, section 2.3.1: a gzip file ends with its uncompressed size modulo 2³², so this is
    ///   an estimate for large files and for files with several members. It is only used for a progress bar.
    var size: Int? {
        guard let file = FileHandle(forReadingAtPath: path) else { return nil }
        defer { try? file.close() }
        guard let end = try? file.seekToEnd() else { return nil }
        guard isPacked else { return Int(end) }
        guard end > 18, (try? file.seek(toOffset: end - 4)) != nil, let trailer = try? file.read(upToCount: 4)
        else {
            return nil
        }
        return trailer.reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    /// Calls `body` with the bytes of the file.
    ///
    /// - Throws: ``ImportFault`` if the file cannot be read or decompressed to its end, and what `body`
    ///   throws.
    nonisolated(nonsending) func withChunks<Value: Sendable>(
        _ body: (FileChunks) async throws -> Value
    ) async throws -> Value {
        guard FileManager.default.isReadableFile(atPath: path) else {
            throw ImportFault("\(path) cannot be read")
        }
        if !isPacked {
            let file = try FileDescriptor.open(path, .readOnly)
            defer { try? file.close() }
            return try await body(FileChunks(.file(file)))
        }
        let unpacking = try await run(
            .name("gzip"), arguments: ["-dc", "--", path], input: .none, output: .sequence,
            error: .string(limit: 4_096)
        ) { try await body(FileChunks(.child($0.standardOutput))) }
        guard unpacking.terminationStatus.isSuccess else {
            throw ImportFault("\(path) cannot be unpacked: \(unpacking.standardError)")
        }
        return unpacking.closureResult
    }
}

/// The bytes of a file in chunks, read on demand.
struct FileChunks: AsyncSequence {
    enum Origin {
        case file(FileDescriptor)
        case child(SubprocessOutputSequence)
    }

    private let origin: Origin

    init(_ origin: Origin) { self.origin = origin }

    func makeAsyncIterator() -> Iterator {
        switch origin {
        case .file(let file): Iterator(file: file, child: nil)
        case .child(let sequence): Iterator(file: nil, child: sequence.makeAsyncIterator())
        }
    }

    struct Iterator: AsyncIteratorProtocol {
        let file: FileDescriptor?
        var child: SubprocessOutputSequence.Iterator?

        mutating func next() async throws -> [UInt8]? {
            try Task.checkCancellation()
            if let file {
                let chunk = try [UInt8](unsafeUninitializedCapacity: RestaurantLimits.fileChunk) {
                    buffer, count in
                    count = try file.read(into: UnsafeMutableRawBufferPointer(buffer))
                }
                return chunk.isEmpty ? nil : chunk
            }
            guard let buffer = try await child?.next() else { return nil }
            return buffer.withUnsafeBytes { Array($0) }
        }
    }
}
