import Crypto
import Encoding
import Foundation
import HTTPKit
import HTTPTypes
import Jobs
import Subprocess

/// A picture to make from an uploaded one.
package struct PictureFormat: Hashable, Sendable {
    /// Width and height in **pixels**, at most.
    package let side: Int
    /// Whether it is the centre of the picture, as wide as high; otherwise the whole picture.
    package let isSquare: Bool

    package init(side: Int, isSquare: Bool) { (self.side, self.isSquare) = (side, isSquare) }
}

/// Converts an uploaded picture into those that are stored.
///
/// Decoders are where malicious pictures attack, so `vipsthumbnail` decodes in a process of its own, with
/// limited memory and time and only the formats that libvips considers safe for untrusted input. The result
/// is encoded anew, without location, camera or other metadata.
package struct PictureConverter: Sendable {
    private let limiter = ConcurrencyLimiter(PictureLimits.atOnce, waiting: PictureLimits.waiting)

    package struct ConvertedPicture: Sendable {
        /// Hash of the first picture: 16 hexadecimal digits.
        package let tag: String
        /// WebP files, in the order of the formats.
        package let files: [[UInt8]]
    }

    package init() {}

    /// - Parameter formats: Each is made from the one before, so the largest comes first.
    /// - Throws: 415 for other formats, 422 for a picture that is too large or broken, 503 if pictures cannot
    ///   be processed now.
    package func make(from bytes: [UInt8], as formats: [PictureFormat]) async throws -> ConvertedPicture {
        guard let file = PictureFile(bytes) else { throw PictureProblems.notAPicture }
        guard file.width <= PictureLimits.side, file.height <= PictureLimits.side,
            file.width * file.height <= PictureLimits.pixels
        else { throw PictureProblems.tooManyPixels }
        guard await limiter.acquire() else { throw PictureProblems.busy }
        do {
            let made = try await convert(bytes, formats)
            await limiter.release()
            return made
        } catch {
            await limiter.release()
            throw error
        }
    }

    private func convert(_ bytes: [UInt8], _ formats: [PictureFormat]) async throws -> ConvertedPicture {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "noonish-picture-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data(bytes).write(to: folder.appending(path: "sent"))
        var name = "sent"
        var files: [[UInt8]] = []
        for format in formats {
            files.append(try await shrink(name, to: format, in: folder))
            name = "\(format.side).webp"
        }
        let tag = Hexadecimal.encode(SHA256.hash(data: files.first ?? []).prefix(8))
        return ConvertedPicture(tag: tag, files: files)
    }

    /// Scales a picture, rotated upright according to its metadata.
    private func shrink(_ name: String, to format: PictureFormat, in folder: URL) async throws -> [UInt8] {
        let side = format.side
        let place = folder.path(percentEncoded: false)
        let limits = [
            "--as=\(PictureLimits.memory)", "--cpu=\(PictureLimits.processorSeconds)", "--nofile=64",
            "--core=0",
        ]
        let work = [
            "vipsthumbnail", "\(place)/\(name)", "--size", "\(side)x\(side)\(format.isSquare ? "" : ">")",
            "--smartcrop", format.isSquare ? "centre" : "none", "--export-profile", "srgb", "--output",
            "\(place)/\(side).webp[Q=80,strip]",
        ]
        let status: TerminationStatus
        do {
            status = try await withTimeLimit(PictureLimits.timeout) {
                try await run(
                    .name("prlimit"), arguments: Arguments(limits + work),
                    environment: .inherit.updating([
                        "VIPS_CONCURRENCY": "1", "VIPS_BLOCK_UNTRUSTED": "1",
                    ]),
                    output: .discarded, error: .discarded
                ).terminationStatus
            }
        } catch is SubprocessError {
            throw PictureProblems.notConfigured
        } catch is TimeLimitExceeded {
            throw PictureProblems.broken
        }
        // The exit status of prlimit if vipsthumbnail is not installed.
        if case .exited(127) = status { throw PictureProblems.notConfigured }
        guard status.isSuccess, let made = try? Data(contentsOf: folder.appending(path: "\(side).webp")),
            let withoutMetadata = WebPFile.withoutMetadata(Array(made))
        else { throw PictureProblems.broken }
        return withoutMetadata
    }
}

/// Limits how many tasks run at once and how many wait.
private actor ConcurrencyLimiter {
    private var free: Int
    private let maximumWaiting: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(_ count: Int, waiting: Int) {
        free = count
        maximumWaiting = waiting
    }

    /// Waits for a free slot.
    ///
    /// - Returns: `false` if too many tasks are waiting already.
    func acquire() async -> Bool {
        guard free == 0 else {
            free -= 1
            return true
        }
        guard waiting.count < maximumWaiting else { return false }
        await withCheckedContinuation { waiting.append($0) }
        return true
    }

    func release() {
        guard !waiting.isEmpty else {
            free += 1
            return
        }
        waiting.removeFirst().resume()
    }
}
