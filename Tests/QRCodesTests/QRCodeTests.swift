import Foundation
import QRCodes
import TestSupport
import Testing

struct QRCodeTests {
    @Test func `a code has three finders, a timing pattern and a size by its version`() throws {
        let code = try QRCode(Array("HELLO".utf8))

        #expect(code.size == 21)
        #expect(code.version == 1)
        // The ring and the core of the finder at the top left, the timing pattern, and the dark module.
        #expect(row(0, 0..<7, of: code) == "#######")
        #expect(row(3, 0..<7, of: code) == "#.###.#")
        #expect(row(6, 8..<13, of: code) == "#.#.#")
        #expect(row(13, 8..<9, of: code) == "#")
    }

    private func row(_ row: Int, _ columns: Range<Int>, of code: QRCode) -> String {
        String(columns.map { code.modules[row * code.size + $0] ? "#" : "." })
    }

    @Test func `what does not fit is refused`() {
        #expect(throws: QRCode.Fault.empty) { try QRCode([]) }
        #expect(throws: QRCode.Fault.tooLong) { try QRCode([UInt8](repeating: 65, count: 2_954)) }
        #expect(throws: QRCode.Fault.tooLong) {
            try QRCode([UInt8](repeating: 65, count: 2_953), errorCorrection: .high)
        }
        #expect(throws: QRCode.Fault.tooLong) {
            try QRCode([UInt8](repeating: 65, count: 332), largestVersion: 13)
        }
    }

    @Test func `a code of 331 bytes is version 13`() throws {
        #expect(try QRCode([UInt8](repeating: 65, count: 331)).version == 13)
    }

    @Test(
        arguments: [
            "https://lunch.example.org/i/abc?x=1&y=2", "ünïcödé 日本語 مرحبا", "line\nline\r\nend",
            String(repeating: "0123456789", count: 99),
        ], [QRCode.ErrorCorrection.low, .medium, .quartile, .high])
    func `a drawn code is read back`(text: String, level: QRCode.ErrorCorrection) async throws {
        let svg = try QRCode(Array(text.utf8), errorCorrection: level).svg()

        #expect(try await CodeReader.text(of: svg) == text)
    }

    @Test func `the Swiss cross covers little enough to be read`() async throws {
        let text = String(repeating: "Rue du Lac 1268\r\n", count: 20)

        #expect(try await CodeReader.text(of: QRCode(Array(text.utf8)).svg(emblem: .swissCross)) == text)
    }

    @Test func `a drawing has no colours of its page and nothing that runs`() throws {
        let svg = try QRCode(Array("a".utf8)).svg()

        #expect(svg.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 29 29\""))
        #expect(!svg.contains("script") && !svg.contains("href") && !svg.contains("currentColor"))
    }
}
