import CZlib
import HTTPKit
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing

@Suite struct RepresentationTests {
    @Test func `a reader who has it already is told so`() async throws {
        try await TestService().testLive { client in
            let first = try await client.execute(uri: "/soup", method: .get)
            let tag = try #require(first.headers[.eTag])
            let again = try await client.execute(
                uri: "/soup", method: .get, headers: [.ifNoneMatch: "\"x\", W/\(tag)"])
            let other = try await client.execute(
                uri: "/soup", method: .get, headers: [.ifNoneMatch: "\"7.other\""])
            let broken = try await client.execute(
                uri: "/soup", method: .get, headers: [.ifNoneMatch: "nonsense"])

            #expect(tag.hasPrefix("\"7."))
            #expect(first.headers[.cacheControl] == "private, no-cache")
            #expect(again.status == .notModified)
            #expect(again.headers[.contentSecurityPolicy] == nil, "it would replace the kept page's")
            #expect(again.body.readableBytes == 0)
            #expect(again.headers[.eTag] == tag)
            #expect(again.headers[.cacheControl] == "private, no-cache")
            #expect(other.status == .ok)
            #expect(broken.status == .ok)
        }
    }

    @Test func `sends much text compressed, as a representation of its own`() async throws {
        try await TestService().testLive { client in
            let plain = try await client.execute(uri: "/menu", method: .get)
            let small = try await client.execute(
                uri: "/menu", method: .get, headers: [.acceptEncoding: "br, gzip;q=0.5"])
            let tag = try #require(small.headers[.eTag])
            let again = try await client.execute(
                uri: "/menu", method: .get, headers: [.acceptEncoding: "gzip", .ifNoneMatch: tag])

            #expect(plain.headers[.contentEncoding] == nil)
            #expect(plain.headers[.vary] == "Accept-Encoding")
            #expect(small.headers[.contentEncoding] == "gzip")
            #expect(small.headers[.vary] == "Accept-Encoding")
            #expect(small.headers[.contentLength] == String(small.body.readableBytes))
            #expect(small.body.readableBytes < plain.body.readableBytes / 5)
            #expect(gunzip(small.body) == plain.body)
            #expect(tag == plain.headers[.eTag]?.replacing(/"$/, with: "-gz\""))
            #expect(again.status == .notModified)
            #expect(again.headers[.eTag] == tag)
        }
    }

    @Test(arguments: ["", "identity", "br", "gzip;q=0", "*;q=0", "gzip;q=0, *"])
    func `sends nothing compressed to who does not want it`(accepted: String) async throws {
        try await TestService().test { client in
            let response = try await client.execute(
                uri: "/menu", method: .get, headers: [.acceptEncoding: accepted])

            #expect(response.headers[.contentEncoding] == nil)
        }
    }

    @Test func `leaves little answers and streams as they are`() async throws {
        try await TestService().test { client in
            let little = try await client.execute(
                uri: "/soup", method: .get, headers: [.acceptEncoding: "gzip"])
            let stream = try await client.execute(
                uri: "/stream", method: .get, headers: [.acceptEncoding: "gzip"])

            #expect(little.headers[.contentEncoding] == nil)
            #expect(stream.headers[.contentEncoding] == nil)
            #expect(String(buffer: stream.body).hasPrefix("data: xxx"))
        }
    }

    private func gunzip(_ compressed: ByteBuffer) -> ByteBuffer? {
        var source = Array(compressed.readableBytesView)
        var target = [UInt8](repeating: 0, count: 1 << 20)
        var stream = z_stream()
        guard inflateInit2_(&stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
            return nil
        }
        defer { inflateEnd(&stream) }
        let written: Int? = source.withUnsafeMutableBufferPointer { source in
            target.withUnsafeMutableBufferPointer { target in
                stream.next_in = source.baseAddress
                stream.avail_in = UInt32(source.count)
                stream.next_out = target.baseAddress
                stream.avail_out = UInt32(target.count)
                return inflate(&stream, Z_FINISH) == Z_STREAM_END ? Int(stream.total_out) : nil
            }
        }
        return written.map { ByteBuffer(bytes: target.prefix($0)) }
    }
}
