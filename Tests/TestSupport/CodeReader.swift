import Foundation

/// Reads QR codes from drawings, as a phone would: `vipsthumbnail` of Debian's libvips-tools draws, `zbarimg` of zbar-tools reads.
package enum CodeReader {
    /// - Returns: The text of the only code in a drawing.
    package static func text(of svg: String) async throws -> String {
        let folder = FileManager.default.temporaryDirectory.appending(path: "noonish-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data(svg.utf8).write(to: folder.appending(path: "code.svg"))
        return try await Shell.run(
            """
            cd '\(folder.path)' && vipsthumbnail code.svg --size 1000 --output code.png 2>/dev/null &&
                zbarimg --quiet --raw --oneshot -Sbinary code.png 2>/dev/null
            """)
    }
}
