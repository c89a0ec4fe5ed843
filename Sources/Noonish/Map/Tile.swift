/// Which square of the map: its zoom level, its column from the west and its row from the north.
struct TilePlace: Hashable, Sendable {
    let zoom: Int
    let column: Int
    let row: Int

    /// Nil where the world has no such square.
    init?(zoom: Int, column: Int, row: Int) {
        guard (0...TileLimits.deepest).contains(zoom) else { return nil }
        let side = 0..<(1 << zoom)
        guard side.contains(column), side.contains(row) else { return nil }
        self.zoom = zoom
        self.column = column
        self.row = row
    }

    /// Where a host has it.
    func address(in pattern: String) -> String {
        pattern.replacing("{z}", with: String(zoom)).replacing("{x}", with: String(column))
            .replacing("{y}", with: String(row))
    }

    /// Where it is kept, below the folder of all.
    var path: String { "\(zoom)/\(column)/\(row)" }
}

/// A picture of one square. To hold one is to know that it is a picture, whatever its host called it.
struct TilePicture: Hashable, Sendable {
    let bytes: [UInt8]
    let type: String

    /// Nil for what does not begin as a PNG, a JPEG or a WebP file does.
    init?(_ bytes: [UInt8]) {
        if bytes.starts(with: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) {
            type = "image/png"
        } else if bytes.starts(with: [0xff, 0xd8, 0xff]) {
            type = "image/jpeg"
        } else if bytes.starts(with: Array("RIFF".utf8)), bytes.dropFirst(8).starts(with: Array("WEBP".utf8))
        {
            type = "image/webp"
        } else {
            return nil
        }
        self.bytes = bytes
    }
}
