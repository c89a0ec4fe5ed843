import Foundation

/// Just enough of Redis' protocol to fill a set and ask it, on its Unix socket, one question at a time.
///
/// - Source: RESP 2, https://redis.io/docs/latest/develop/reference/protocol-spec/
final class RedisClient {
    struct Failure: Error {
        let reason: String
    }

    private let descriptor: Int32
    private var received: [UInt8] = []
    private var position = 0

    init(path: String) throws {
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        guard descriptor >= 0, path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else {
            throw Failure(reason: "no socket")
        }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let isConnected = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
        guard isConnected else { throw Failure(reason: "nobody listens at \(path)") }
    }

    deinit { close(descriptor) }

    /// Sends commands at once and reads as many answers, all but their sizes thrown away.
    ///
    /// - Returns: For each answer how many elements it has; 1 if it is no list.
    func ask(_ commands: [[String]]) throws -> [Int] {
        var bytes: [UInt8] = []
        for command in commands {
            bytes += Array("*\(command.count)\r\n".utf8)
            for word in command { bytes += Array("$\(word.utf8.count)\r\n\(word)\r\n".utf8) }
        }
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { throw Failure(reason: "cut off") }
            sent += count
        }
        return try commands.map { _ in try answer() }
    }

    private func answer() throws -> Int {
        let head = try line()
        let number = Int(head.dropFirst()) ?? 0
        switch head.first {
        case "*":
            for _ in 0..<max(0, number) { _ = try answer() }
            return number
        case "$":
            if number >= 0 { _ = try line() }
            return 1
        case "-": throw Failure(reason: head)
        default: return 1
        }
    }

    private func line() throws -> String {
        var line: [UInt8] = []
        while true {
            if position == received.count {
                var buffer = [UInt8](repeating: 0, count: 65_536)
                let count = read(descriptor, &buffer, buffer.count)
                guard count > 0 else { throw Failure(reason: "cut off") }
                received = Array(buffer[..<count])
                position = 0
            }
            let byte = received[position]
            position += 1
            if byte == UInt8(ascii: "\n") { return String(decoding: line.dropLast(), as: UTF8.self) }
            line.append(byte)
        }
    }
}
