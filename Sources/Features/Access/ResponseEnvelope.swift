import Encoding
import Foundation
import HTTPKit
import HTTPTypes
import Hummingbird
import NIOCore

/// Encrypts the stored response to a request with an `Idempotency-Key`.
///
/// Responses carry secrets, such as share links and webhook secrets, and are stored for two days and in every
/// backup. The database does not have the key. The row is authenticated too, so a response cannot be moved to
/// another caller's request.
struct ResponseEnvelope {
    private let key: SecretKey
    private let owner: String

    /// - Parameters:
    ///   - scope: The caller that the response is for.
    ///   - name: The request's `Idempotency-Key`.
    init(_ key: SecretKey, scope: [UInt8], key name: String) {
        self.key = key
        owner = "\(Hexadecimal.encode(scope)) \(name)"
    }

    /// Returns the header fields and the body of `response`, compressed if large, and encrypted. The response can still
    /// be sent.
    func seal(_ response: inout Response) async throws -> [UInt8] {
        let body = try await response.collectedBody()
        var plain = ByteBuffer()
        for field in response.headers where Self.stored.contains(field.name) {
            plain.writeString("\(field.name.canonicalName): \(field.value)\n")
        }
        plain.writeString("\n")
        plain.writeImmutableBuffer(body)
        let isLarge = plain.readableBytes > Self.compressedFrom
        let packed: [UInt8] = [isLarge ? 1 : 0] + (isLarge ? Gzip.compress(plain) : plain).readableBytesView
        return try key.seal(packed, Self.purpose, owner: owner)
    }

    /// Returns the response in `stored`.
    ///
    /// - Throws: 409 if it was encrypted with another key, because the server's key has changed since.
    func open(_ stored: StoredResponse) throws -> Response {
        let packed = key.open(stored.sealed, Self.purpose, owner: owner)
        let content = ByteBuffer(bytes: packed?.dropFirst() ?? [])
        guard let marker = packed?.first, var plain = marker == 1 ? Gzip.decompress(content) : content else {
            throw Problem.conflict(
                "idempotency_key_expired",
                "The request was carried out, but its response is no longer available. Read the current state."
            )
        }
        var headers = HTTPFields()
        while let line = plain.readLine(), !line.isEmpty {
            guard let colon = line.firstRange(of: ": "),
                let name = HTTPField.Name(String(line[..<colon.lowerBound]))
            else { continue }
            headers[name] = String(line[colon.upperBound...])
        }
        return Response(
            status: .init(code: stored.status), headers: headers, body: .init(byteBuffer: plain))
    }

    private static let purpose = "stored response"

    /// In bytes; compressing less saves little.
    private static let compressedFrom = 1_024

    /// The header fields that depend on the effect. All others are set anew for each response.
    private static let stored: Set<HTTPField.Name> = [.contentType, .eTag, .location, .cacheControl]
}

extension ByteBuffer {
    /// Reads up to the next line feed, which is skipped.
    fileprivate mutating func readLine() -> String? {
        guard let length = readableBytesView.firstIndex(of: 0x0a).map({ $0 - readerIndex }),
            let line = readString(length: length)
        else { return nil }
        moveReaderIndex(forwardBy: 1)
        return line
    }
}
