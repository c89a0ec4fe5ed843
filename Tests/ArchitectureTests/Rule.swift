import Foundation
import Testing

/// What files of one kind must not contain, and why.
struct Rule: Sendable, CustomTestStringConvertible {
    /// Part of the path below the repository's folder.
    let files: String
    var except: [String] = []
    var mustNotImport: [String] = []
    var mustNotSay: [String] = []
    let because: String

    var testDescription: String { "\(files): \(because)" }

    /// Every place that breaks the rule, as `path:line: what`.
    func breaches(in sources: [SourceFile]) -> [String] {
        sources.filter { file in file.path.contains(files) && !except.contains { file.path.contains($0) } }
            .flatMap { file in
                file.lines.enumerated().compactMap { number, line in
                    breach(line).map { "\(file.path):\(number + 1): \($0)" }
                }
            }
    }

    private func breach(_ line: Substring) -> String? {
        let code = line.prefix { $0 != "\"" }.split(
            separator: "//", maxSplits: 1, omittingEmptySubsequences: false)[0]
        let words = code.split(separator: " ")
        if let index = words.firstIndex(of: "import"), index <= 2, let module = words.last,
            mustNotImport.contains(String(module))
        {
            return "import \(module)"
        }
        return mustNotSay.first { says(code, $0) }
    }

    /// Whether `word` stands in the code other than as the end of a longer word.
    private func says(_ code: Substring, _ word: String) -> Bool {
        code.ranges(of: word).contains { range in
            range.lowerBound == code.startIndex || !code[code.index(before: range.lowerBound)].isLetter
        }
    }
}

/// One Swift file of the repository.
struct SourceFile: Sendable {
    let path: String
    let lines: [Substring]

    static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The names of the folders directly in `folder`.
    static func folders(in folder: String) throws -> [String] {
        let url = root.appending(path: folder)
        return try FileManager.default.contentsOfDirectory(
            at: url, includingPropertiesForKeys: [.isDirectoryKey]
        ).filter(\.hasDirectoryPath).map(\.lastPathComponent).sorted()
    }

    /// Every file below `folder` whose name ends in `suffix`.
    static func all(below folder: String, endingIn suffix: String = ".swift") throws -> [SourceFile] {
        let files = FileManager.default
        let top = root.appending(path: folder).path(percentEncoded: false)
        return try files.subpathsOfDirectory(atPath: top).filter { $0.hasSuffix(suffix) }.sorted().map {
            name in
            let text = try String(contentsOfFile: "\(top)/\(name)", encoding: .utf8)
            return SourceFile(
                path: "\(folder)/\(name)",
                lines: text.split(separator: "\n", omittingEmptySubsequences: false))
        }
    }
}
