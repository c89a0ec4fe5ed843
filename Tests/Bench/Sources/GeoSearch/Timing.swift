import Foundation
import GeoSearch
import Synchronization

/// How long something took, again and again, in **microseconds**.
struct Timing {
    private var values: [Double] = []

    var isEmpty: Bool { values.isEmpty }
    var median: Double { values.median }
    var percentile99: Double { values.percentile99 }

    mutating func add(_ body: () throws -> Void) rethrows {
        let start = ContinuousClock.now
        try body()
        values.append((ContinuousClock.now - start) / .microseconds(1))
    }

    mutating func addAwaited(_ body: () async throws -> Void) async rethrows {
        let start = ContinuousClock.now
        try await body()
        values.append((ContinuousClock.now - start) / .microseconds(1))
    }
}

/// **Seconds** that `body` took.
func elapsed(_ body: () throws -> Void) rethrows -> Double {
    let start = ContinuousClock.now
    try body()
    return (ContinuousClock.now - start) / .seconds(1)
}

/// Set once, by any thread.
final class Flag: Sendable {
    private let state = Atomic(false)

    var isSet: Bool { state.load(ordering: .acquiring) }
    func set() { state.store(true, ordering: .releasing) }
}

/// A file as memory.
enum MappedFile {
    struct Failure: Error {
        let path: String
    }

    static func image(_ path: String) throws -> PlaceImage {
        let descriptor = open(path, O_RDONLY)
        guard descriptor >= 0 else { throw Failure(path: path) }
        defer { close(descriptor) }
        let size = Int(lseek(descriptor, 0, SEEK_END))
        guard size > 0, let start = mmap(nil, size, PROT_READ, MAP_PRIVATE, descriptor, 0),
            start != MAP_FAILED
        else {
            throw Failure(path: path)
        }
        let address = UInt(bitPattern: start)
        return try PlaceImage(UnsafeRawBufferPointer(start: start, count: size)) {
            munmap(UnsafeMutableRawPointer(bitPattern: address), size)
        }
    }
}
