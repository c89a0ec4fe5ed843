extension QRCode {
    /// What is drawn over the middle of a code, which its error correction makes up for.
    package enum Emblem: Sendable {
        /// The cross of the Swiss QR code: 7 mm in a code of 46 mm.
        ///
        /// - Source: SIX, *Swiss Implementation Guidelines for the QR-bill* 2.3, section 6.4.
        case swissCross
    }

    /// The light modules around a code that readers need.
    private static let quietZone = 4

    /// Draws the code as an SVG document, dark on light whatever the page's colours are, and of no size of its own.
    package func svg(emblem: Emblem? = nil) -> String {
        let side = size + 2 * Self.quietZone
        let overlay = if case .swissCross = emblem { swissCross } else { "" }
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(side) \(side)" shape-rendering="crispEdges">\
            <path fill="#fff" d="M0 0h\(side)v\(side)H0z"/><path d="\(path)"/>\(overlay)</svg>
            """
    }

    /// The drawing as the address of a picture within a page.
    package var dataAddress: String { "data:image/svg+xml,\(svg().replacing("#", with: "%23"))" }

    /// The dark modules as a path with a rectangle for each horizontal run.
    private var path: String {
        var path = ""
        for row in 0..<size {
            var column = 0
            while column < size {
                guard modules[row * size + column] else {
                    column += 1
                    continue
                }
                let start = column
                while column < size, modules[row * size + column] { column += 1 }
                let length = column - start
                path += "M\(start + Self.quietZone) \(row + Self.quietZone)h\(length)v1h-\(length)z"
            }
        }
        return path
    }

    /// A white cross in a black square with a white border, in units of 7/198 mm.
    private var swissCross: String {
        let scale = 7.0 / 46 * Double(size) / 198
        let offset = Double(Self.quietZone) + Double(size) * 39 / 92
        return """
            <g transform="translate(\(offset) \(offset)) scale(\(scale))" shape-rendering="geometricPrecision">\
            <path fill="#fff" d="M0 0h198v198H0z"/><path d="M7 7h184v184H7z"/>\
            <path fill="#fff" d="M83 44h33v110H83zM44 83h110v33H44z"/></g>
            """
    }
}
