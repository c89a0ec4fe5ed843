import Foundation

/// PostgreSQL's own benchmark, the yardstick.
enum PGBench {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Point reads by prepared statements on 8 connections. A number of transactions, not a time: about a second.
    static func pointReadsPerSecond(_ url: String) throws -> Double {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [
            "pgbench", "-n", "-M", "prepared", "-S", "-c", "8", "-j", "2", "-t", "4000", url,
        ]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus == 0,
            let line = text.split(separator: "\n").first(where: { $0.hasPrefix("tps = ") }),
            let value = Double(line.dropFirst(6).prefix { $0.isNumber || $0 == "." })
        else { throw Failure(description: "pgbench failed: \(text)") }
        return value
    }
}
