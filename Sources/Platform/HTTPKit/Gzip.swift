import CZlib
package import NIOCore

/// Compresses with zlib in the gzip format (RFC 1952).
package enum Gzip {
    /// Above level 4 zlib needs twice the time to reduce the size of our JSON by another tenth.
    private static let level: Int32 = 4

    /// 15 bits of window; adding 16 selects the gzip header and trailer.
    private static let windowBits: Int32 = 15 + 16

    package static func compress(_ plain: ByteBuffer) -> ByteBuffer {
        var stream = z_stream()
        let size = Int32(MemoryLayout<z_stream>.size)
        let opened = deflateInit2_(
            &stream, level, Z_DEFLATED, windowBits, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, size)
        // Fails only if memory is exhausted or the zlib at run time differs from the one at compile time.
        precondition(opened == Z_OK, "zlib cannot start: \(opened)")
        defer { deflateEnd(&stream) }
        // `deflateBound` holds for a single call with Z_FINISH, so one call is enough.
        let bound = Int(deflateBound(&stream, UInt(plain.readableBytes)))
        var compressed = ByteBufferAllocator().buffer(capacity: bound)
        compressed.writeWithUnsafeMutableBytes(minimumWritableBytes: bound) { target in
            plain.withUnsafeReadableBytes { source in
                // zlib only reads through this pointer, although its type allows writing.
                stream.next_in = UnsafeMutablePointer(
                    mutating: source.baseAddress?.assumingMemoryBound(to: UInt8.self))
                stream.avail_in = UInt32(source.count)
                stream.next_out = target.baseAddress?.assumingMemoryBound(to: UInt8.self)
                stream.avail_out = UInt32(bound)
                let ended = deflate(&stream, Z_FINISH)
                precondition(ended == Z_STREAM_END, "zlib did not finish within its own bound: \(ended)")
                return Int(stream.total_out)
            }
        }
        return compressed
    }

    /// Returns what ``compress(_:)`` compressed; `nil` if `compressed` is not a complete gzip stream.
    package static func decompress(_ compressed: ByteBuffer) -> ByteBuffer? {
        var stream = z_stream()
        guard inflateInit2_(&stream, windowBits, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
        else { return nil }
        defer { inflateEnd(&stream) }
        var plain = ByteBufferAllocator().buffer(capacity: compressed.readableBytes * 4)
        var outcome = Z_OK
        compressed.withUnsafeReadableBytes { source in
            // zlib only reads through this pointer, although its type allows writing.
            stream.next_in = UnsafeMutablePointer(
                mutating: source.baseAddress?.assumingMemoryBound(to: UInt8.self))
            stream.avail_in = UInt32(source.count)
            while outcome == Z_OK {
                plain.writeWithUnsafeMutableBytes(minimumWritableBytes: 16 * 1_024) { target in
                    stream.next_out = target.baseAddress?.assumingMemoryBound(to: UInt8.self)
                    stream.avail_out = UInt32(target.count)
                    outcome = inflate(&stream, Z_NO_FLUSH)
                    return target.count - Int(stream.avail_out)
                }
            }
        }
        return outcome == Z_STREAM_END ? plain : nil
    }
}
