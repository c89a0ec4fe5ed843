import Foundation

/// Pictures to upload.
package enum SamplePicture {
    /// Returns a picture of noise, made by libvips.
    ///
    /// - Parameter format: `png`, `jpeg` or `webp`.
    package static func noise(width: Int, height: Int, _ format: String = "png") async throws -> [UInt8] {
        let path = "/tmp/noonish-picture-\(UUID().uuidString.prefix(8)).\(format)"
        defer { try? FileManager.default.removeItem(atPath: path) }
        try await Shell.run(
            "vips gaussnoise \(path).v \(width) \(height) && vips cast \(path).v \(path) uchar; rm \(path).v")
        return Array(try Data(contentsOf: URL(filePath: path)))
    }
}
