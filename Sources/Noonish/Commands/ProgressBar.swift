import Foundation
import Restaurants

/// Shows the progress of an import on one line of a terminal, which is overwritten; prints nothing if
/// standard error is not a terminal.
struct ProgressBar: Sendable {
    private let isWatched = isatty(STDERR_FILENO) == 1
    private static let width = 30

    func show(_ progress: ImportProgress) {
        guard isWatched else { return }
        write("\r\u{1B}[K" + Self.line(progress))
    }

    /// Clears the line for the next output.
    func end() {
        if isWatched { write("\r\u{1B}[K") }
    }

    /// Returns a line such as `reading  [=====>        ]  41 %  182,000 done, 35,400 a second, 0:07 left`.
    static func line(_ progress: ImportProgress) -> String {
        var parts = [progress.phase.rawValue]
        if let fraction = progress.fraction {
            let filled = Int((min(max(fraction, 0), 1) * Double(width)).rounded(.down))
            let bar = String(repeating: "=", count: filled) + (filled < width ? ">" : "")
            parts.append("[\(bar.padding(toLength: width, withPad: " ", startingAt: 0))]")
            parts.append("\(Int(min(max(fraction, 0), 1) * 100)) %")
        }
        var facts = ["\(progress.count.formatted()) done", "\(Int(progress.rate).formatted()) a second"]
        if let remaining = progress.remaining {
            facts.append("\(remaining.formatted(.time(pattern: .minuteSecond))) left")
        }
        return (parts + [facts.joined(separator: ", ")]).joined(separator: "  ")
    }

    private func write(_ text: String) { FileHandle.standardError.write(Data(text.utf8)) }
}
