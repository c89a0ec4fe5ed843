import Foundation
import HTTPTypes
import JSON
import NoonishAPI
import Pictures
import TestSupport
import Testing

@testable import People

@Suite struct PictureTests {
    @Test(arguments: ["jpeg", "png", "webp"])
    func `a picture is encoded anew in two sizes, without its metadata`(
        format: String
    ) async throws {
        try await withPeople { world in
            let ada = try await world.signedIn("ada@example.org")
            let id = try await ada.id()
            var file = try await SamplePicture.noise(width: 400, height: 300, format)
            if format == "jpeg" { file = Self.withPlace(file) }

            let changed = try await ada.put("/v1/me/picture", file, type: "image/\(format)")
            let path: String = try #require(changed["picture"].text)
            let small = try await ada.get("/v1/people/\(id)/picture?size=64")
            let large = try await ada.get(path)

            #expect(changed.status == .ok)
            #expect(large.headers[.contentType] == "image/webp")
            #expect(PictureFile(small.bytes).map { [$0.width, $0.height] } == [64, 64])
            #expect(PictureFile(large.bytes).map { [$0.width, $0.height] } == [256, 256])
            for made in [small, large] {
                #expect(made.bytes.firstRange(of: Array("Exif".utf8)) == nil)
                #expect(made.bytes.firstRange(of: Array("EXIF".utf8)) == nil)
                #expect(made.bytes.firstRange(of: Self.place) == nil)
            }
            let tag: String = try #require(large.headers[.eTag])
            #expect(try await ada.get(path, headers: [.ifNoneMatch: tag]).status == .notModified)
        }
    }

    @Test func `a picture is visible to people who may see its owner, and can be removed`() async throws {
        try await withPeople { world in
            let ada = try await world.signedIn("ada@example.org")
            let stranger = try await world.signedIn("eve@example.org")
            let path = "/v1/people/\(try await ada.id())/picture"
            let file = try await SamplePicture.noise(width: 90, height: 90)
            try #require(try await ada.put("/v1/me/picture", file, type: "image/png").status == .ok)

            #expect(try await stranger.get(path).status == .notFound)
            #expect(try await world.anonymous.get(path).status == .unauthorized)
            #expect(try await ada.delete("/v1/me/picture").status == .noContent)
            #expect(try await ada.get(path).status == .notFound)
            #expect(try await ada.get("/v1/me")["picture"] == .null)
        }
    }

    @Test(arguments: [
        RefusedUpload("a bomb", PictureTests.head(width: 50_000, height: 50_000), 422, "too_many_pixels"),
        RefusedUpload(
            "a bomb within each side", PictureTests.head(width: 11_000, height: 11_000), 422,
            "too_many_pixels"),
        RefusedUpload(
            "a head without a body", PictureTests.head(width: 90, height: 90), 422, "broken_picture"),
        RefusedUpload(
            "a drawing", Array("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8), 415, "not_a_picture"),
        RefusedUpload("a page", Array("<!doctype html><script>alert(1)</script>".utf8), 415, "not_a_picture"),
        RefusedUpload("nothing", [], 415, "not_a_picture"),
        RefusedUpload(
            "too much", [UInt8](repeating: 0x89, count: PictureLimits.bytes + 1), 413, "payload_too_large"),
    ])
    func `an invalid or too large picture is refused and changes nothing`(upload: RefusedUpload) async throws
    {
        try await withPeople { world in
            let ada = try await world.signedIn("ada@example.org")

            let answer = try await ada.put("/v1/me/picture", upload.file, type: "image/png")

            #expect(answer.status.code == upload.status, "\(answer)")
            #expect(answer.code == upload.code)
            #expect(try await ada.get("/v1/me")["picture"] == .null)
        }
    }

    @Test func `uploads are limited to ten pictures in a row`() async throws {
        try await withPeople { world in
            let ada = try await world.signedIn("ada@example.org")
            for _ in 0..<10 {
                _ = try await ada.put("/v1/me/picture", Array("no".utf8), type: "image/png")
            }

            let answer = try await ada.put("/v1/me/picture", Array("no".utf8), type: "image/png")

            #expect(answer.status == .tooManyRequests)
        }
    }

    @Test func `the size of every kind of file is read from its first bytes, however it is cut`() async throws
    {
        for format in ["jpeg", "png", "webp"] {
            let file = try await SamplePicture.noise(width: 321, height: 123, format)

            #expect(PictureFile(file).map { [$0.width, $0.height] } == [321, 123], "\(format)")
            for length in 0..<min(file.count, 400) {
                let cut = PictureFile(Array(file.prefix(length)))
                #expect(cut == nil || cut?.width == 321)
            }
        }
    }

    private static let place = Array("60.1699N 24.9384E".utf8)

    /// A JPEG that says where it was taken, in an EXIF segment behind its start.
    private static func withPlace(_ file: [UInt8]) -> [UInt8] {
        let content = Array("Exif\0\0II*\0\u{8}\0\0\0\0\0\0\0\0\0".utf8) + place
        let length = UInt16(content.count + 2)
        return Array(file.prefix(2)) + [0xff, 0xe1, UInt8(length >> 8), UInt8(length & 0xff)] + content
            + file.dropFirst(2)
    }

    /// A PNG as far as its size.
    private static func head(width: UInt32, height: UInt32) -> [UInt8] {
        var bytes: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]
        bytes += Array("IHDR".utf8)
        for number in [width, height] { withUnsafeBytes(of: number.bigEndian) { bytes += $0 } }
        return bytes + [8, 2, 0, 0, 0, 0, 0, 0, 0]
    }
}

/// An upload that is refused; test results do not list its bytes.
struct RefusedUpload: CustomTestStringConvertible {
    let testDescription: String
    let file: [UInt8]
    let status: Int
    let code: String

    init(_ what: String, _ file: [UInt8], _ status: Int, _ code: String) {
        testDescription = what
        (self.file, self.status, self.code) = (file, status, code)
    }
}
