import Crypto
import Encoding
import Foundation
import HTTPKit
import HTTPTypes
import Jobs
import Subprocess

/// Converts an uploaded picture into the two pictures that are stored.
///
/// Decoders are where malicious pictures attack, so `vipsthumbnail` decodes in a process of its own, with
/// limited memory and time and only the formats that libvips considers safe for untrusted input. The result
/// is encoded anew, without location, camera or other metadata.
struct PictureConverter: Sendable {
    private let limiter = ConcurrencyLimiter(PictureLimits.atOnce, waiting: PictureLimits.waiting)

    struct ConvertedPicture: Sendable {
        let tag: String
        let small: [UInt8]
        let large: [UInt8]
    }

    /// - Throws: 415 for other formats, 422 for a picture that is too large or broken, 503 if pictures cannot
    ///   be processed now.
    func make(from bytes: [UInt8]) async throws -> ConvertedPicture {
        guard let file = PictureFile(bytes) else { throw PictureProblems.notAPicture }
        guard file.width <= PictureLimits.side, file.height <= PictureLimits.side,
            file.width * file.height <= PictureLimits.pixels
        else { throw PictureProblems.tooManyPixels }
        guard await limiter.acquire() else { throw PictureProblems.busy }
        do {
            let made = try await convert(bytes)
            await limiter.release()
            return made
        } catch {
            await limiter.release()
            throw error
        }
    }

    private func convert(_ bytes: [UInt8]) async throws -> ConvertedPicture {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "noonish-picture-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data(bytes).write(to: folder.appending(path: "sent"))
        let large = try await shrink("sent", to: PictureLimits.large, in: folder)
        let small = try await shrink("\(PictureLimits.large).webp", to: PictureLimits.small, in: folder)
        let digest = SHA256.hash(data: large)
        let tag = Hexadecimal.encode(digest.prefix(8))
        return ConvertedPicture(tag: tag, small: small, large: large)
    }

    /// Scales the picture to a square of `side` pixels: its centre, rotated upright according to its metadata.
    private func shrink(_ name: String, to side: Int, in folder: URL) async throws -> [UInt8] {
        let place = folder.path(percentEncoded: false)
        let limits = [
            "--as=\(PictureLimits.memory)", "--cpu=\(PictureLimits.processorSeconds)", "--nofile=64",
            "--core=0",
        ]
        let work = [
            "vipsthumbnail", "\(place)/\(name)", "--size", "\(side)x\(side)", "--smartcrop", "centre",
            "--export-profile", "srgb", "--output", "\(place)/\(side).webp[Q=80,strip]",
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

enum PictureProblems {
    static let notAPicture = Problem(
        "not_a_picture", .unsupportedMediaType, title: "Unsupported media type",
        detail: "Use a JPEG, PNG or WebP file.",
        headers: [.accept: PictureRoutes.types.joined(separator: ", ")])

    static let tooManyPixels = Problem.unprocessable(
        "too_many_pixels",
        "A picture can be at most \(PictureLimits.side) pixels wide and high, and have at most \(PictureLimits.pixels / 1_000_000) million pixels."
    )

    static let broken = Problem.unprocessable(
        "broken_picture", "This picture can’t be read. Try another one.")

    static let busy = Problem.serviceUnavailable(
        "pictures_busy", "Many pictures are being processed. Try again in a moment.")

    /// Has no `Retry-After`, because an operator has to act.
    static let notConfigured = Problem(
        "pictures_not_configured", .serviceUnavailable, title: "This server cannot read pictures",
        detail: "The operator needs to install vipsthumbnail.")
}
