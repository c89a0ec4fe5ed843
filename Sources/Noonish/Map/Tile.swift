/// The coordinates of a map tile: zoom level, column from the west and row from the north.
struct TileCoordinates: Hashable, Sendable {
    let zoom: Int
    let column: Int
    let row: Int

    /// Returns `nil` if there is no such tile.
    init?(zoom: Int, column: Int, row: Int) {
        guard (0...TileLimits.maximumZoom).contains(zoom) else { return nil }
        let side = 0..<(1 << zoom)
        guard side.contains(column), side.contains(row) else { return nil }
        self.zoom = zoom
        self.column = column
        self.row = row
    }

    /// Returns the URL of the tile at its source.
    func address(in pattern: String) -> String {
        pattern.replacing("{z}", with: String(zoom)).replacing("{x}", with: String(column))
            .replacing("{y}", with: String(row))
    }

    /// The path of the cached tile, relative to the cache folder.
    var path: String { "\(zoom)/\(column)/\(row)" }
}

/// The image of a tile. Its bytes have been checked to be an image, whatever type the source declared.
struct TileImage: Hashable, Sendable {
    let bytes: [UInt8]
    let type: String

    /// Returns `nil` unless the bytes begin with the signature of a PNG, JPEG or WebP file.
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
