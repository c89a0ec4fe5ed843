import CZlib
import NIOCore

/// Compression with zlib, in the gzip format (RFC 1952).
enum Gzip {
    /// Past level 4 zlib spends twice the time on a tenth of the size of our JSON.
    private static let level: Int32 = 4

    /// 15 bits of window; 16 more ask for gzip's header and trailer.
    private static let windowBits: Int32 = 15 + 16

    static func compress(_ plain: ByteBuffer) -> ByteBuffer {
        var stream = z_stream()
        let size = Int32(MemoryLayout<z_stream>.size)
        let opened = deflateInit2_(
            &stream, level, Z_DEFLATED, windowBits, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, size)
        // Otherwise there is no memory, or this is not the zlib that we were compiled for.
        precondition(opened == Z_OK, "zlib cannot start: \(opened)")
        defer { deflateEnd(&stream) }
        // `deflateBound` holds for one call with Z_FINISH, so one call is enough.
        let bound = Int(deflateBound(&stream, UInt(plain.readableBytes)))
        var compressed = ByteBufferAllocator().buffer(capacity: bound)
        compressed.writeWithUnsafeMutableBytes(minimumWritableBytes: bound) { target in
            plain.withUnsafeReadableBytes { source in
                // zlib reads through this pointer and does not write, whatever the type says.
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
}
