import Foundation
import NIOCore
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

    @Test func `the privacy page has the same sections with and without scripts`() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized
        let file = root.appending(path: "Sources/Web/assets/screens/privacy.js")
        let screen = try String(contentsOf: file, encoding: .utf8)

        let list = try #require(screen.firstMatch(of: /SECTIONS = \[([^\]]+)\]/)?.1)

        #expect(list.matches(of: /'(\w+)'/).map { String($0.1) } == PrivacyPage.sections)
    }

    @Test func `a bundle that is older than a module is not served`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "web-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let modules = ["assets/start.js", "assets/answer-queue.js"]
        for path in modules + ["assets/app.css", "bundle/start.js", "bundle/app.css"] {
            let file = folder.appending(path: path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(path.utf8).write(to: file)
        }
        func isCurrent(withModulesOf age: TimeInterval) throws -> Bool {
            for path in modules {
                try FileManager.default.setAttributes(
                    [.modificationDate: Date.now - age],
                    ofItemAtPath: folder.appending(path: path).path(percentEncoded: false))
            }
            return ClientBundle.isCurrent(in: folder.path(percentEncoded: false), assets: modules)
        }

        #expect(try isCurrent(withModulesOf: 60))
        #expect(try !isCurrent(withModulesOf: -60))
        try FileManager.default.removeItem(at: folder.appending(path: "bundle"))
        #expect(try !isCurrent(withModulesOf: 60))
    }

    @Test func `the style sheet of the bundle is served in place of the original, while it is not older`()
        async throws
    {
        let folder = FileManager.default.temporaryDirectory.appending(path: "web-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        for path in ["index.html", "bundle/start.js", "bundle/app.css", "assets/app.css"] {
            let file = folder.appending(path: path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(path.utf8).write(to: file)
        }
        let map = MapView(try await .load(file: nil, environment: [:]))
        func served(withOriginalOf age: TimeInterval) throws -> String? {
            try FileManager.default.setAttributes(
                [.modificationDate: Date.now - age],
                ofItemAtPath: folder.appending(path: "assets/app.css").path(percentEncoded: false))
            let files = try WebFiles(folder: folder.path(percentEncoded: false), map: map)
            return files.contents("assets/app.css").map { String(buffer: $0.bytes) }
        }

        #expect(try served(withOriginalOf: 60) == "bundle/app.css")
        #expect(try served(withOriginalOf: -60) == "assets/app.css")
    }

    @Test func `the bundle replaces all modules but those that are loaded by themselves`() {
        let files = ClientBundle.replacingModules(
            in: [
                "assets/start.js", "assets/answer-queue.js", "assets/app.css", "assets/parts/menu.js",
                "assets/map/vector-layer.js",
            ], with: ["start.js", "start.js.map", "bills-FRN4BG45.js"])

        #expect(
            Set(files) == [
                "assets/app.css", "assets/answer-queue.js", "assets/map/vector-layer.js",
                "assets/bundle/start.js", "assets/bundle/bills-FRN4BG45.js",
            ])
    }

    @Test func `only files of the bundle that are named after their contents never change`() {
        #expect(ClientBundle.isImmutable("assets/bundle/bills-FRN4BG45.js"))
        for path in ["assets/bundle/start.js", "assets/bundle/bills-FRN4BG45.js.map", "assets/start.js"] {
            #expect(!ClientBundle.isImmutable(path), "\(path)")
        }
    }
}
