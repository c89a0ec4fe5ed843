import Foundation
import Testing

@testable import Noonish

@Suite struct WebFilesTests {
    @Test func `every screen of the client is served by its address, so that it can be opened anew`() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized
        let file = root.appending(path: "Sources/Web/assets/routes.js")
        let routes = try String(contentsOf: file, encoding: .utf8)

        let paths = routes.matches(of: /\{ path: '([^']+)', screen:/).map { String($0.1) }

        #expect(Set(paths) == Set(WebFiles.screens))
        #expect(paths.count > 10)
    }
}
