import Configuration
import Foundation
import SystemPackage
import Yams

/// Reads settings from several sources in order of precedence, and collects all errors.
struct SettingsReader {
    /// A source of values.
    private enum Source {
        case environment(ConfigReader)
        case file(ConfigReader, name: String)
    }

    private let environment: [String: String]
    private var sources: [Source] = []
    private var fileKeys: [(key: String, file: String)] = []
    private var known: Set<String> = []
    private(set) var faults: [String] = []

    /// Creates a reader.
    ///
    /// - Parameter files: In order of precedence, the highest first.
    /// - Throws: ``CommandError`` for a file that is not a YAML mapping.
    init(environment: [String: String], files: [FilePath]) async throws {
        self.environment = environment
        let variables = EnvironmentVariablesProvider(environmentVariables: environment)
        sources.append(.environment(ConfigReader(provider: variables).scoped(to: "noonish")))
        for file in files {
            do {
                fileKeys += try Self.keys(of: file).map { ($0, file.string) }
                let provider = try await FileProvider<YAMLSnapshot>(filePath: file)
                sources.append(.file(ConfigReader(provider: provider), name: file.string))
            } catch {
                throw CommandError(.settings, "\(file) is not a mapping of settings in YAML: \(error)")
            }
        }
    }

    /// Returns the value of `key`; records an error and returns a placeholder if it is invalid or missing.
    ///
    /// - Parameters:
    ///   - secret: Also read from the file in `NOONISH_…_FILE`; its value never appears in an error.
    ///   - alias: Another environment variable, read after our own.
    ///   - fallback: The value of an optional key that is not set.
    mutating func read<Value>(
        _ key: String, _ kind: SettingKind<Value>, secret: Bool = false, alias: String? = nil,
        otherwise fallback: String? = nil
    ) -> Value {
        known.insert(key)
        guard let (text, place) = find(key, secret: secret, alias: alias, otherwise: fallback) else {
            return kind.placeholder
        }
        if let value = kind.parse(text) { return value }
        faults.append("\(place) must be \(kind.allowed)" + (secret ? "" : ", not “\(text)”"))
        return kind.placeholder
    }

    /// Records an error for each key in a file that was never read, so that a misspelt setting does not
    /// silently use its default.
    mutating func rejectUnknownKeys() {
        for (key, file) in fileKeys where !known.contains(key) {
            let near = known.min { Self.distance($0, key) < Self.distance($1, key) }
            let hint = near.map { Self.distance($0, key) <= 4 ? "; did you mean \($0)?" : "" } ?? ""
            faults.append("\(key) in \(file) is not a setting\(hint)")
        }
    }

    private mutating func find(
        _ key: String, secret: Bool, alias: String?, otherwise fallback: String?
    ) -> (text: String, place: String)? {
        for source in sources {
            switch source {
            case .environment(let reader):
                let variable = Self.variable(for: key)
                if let text = reader.string(forKey: ConfigKey(key)) { return (text, "\(key) (\(variable))") }
                if secret, let file = environment[variable + "_FILE"], !file.isEmpty {
                    if let text = try? String(contentsOfFile: file, encoding: .utf8) {
                        return (text.trimmingCharacters(in: .newlines), "\(key) (in \(file))")
                    }
                    faults.append("\(key) (\(variable)_FILE): \(file) cannot be read")
                    return nil
                }
                if let alias, let text = environment[alias] { return (text, "\(key) (\(alias))") }
            case .file(let reader, let name):
                if let text = reader.string(forKey: ConfigKey(key)) { return (text, "\(key) in \(name)") }
            }
        }
        if let fallback { return (fallback, "\(key) (\(Self.variable(for: key)))") }
        faults.append("\(key) must be set, as \(Self.variable(for: key)) or in a file of settings")
        return nil
    }

    /// Returns the environment variable of a key: `updates.quietWindow` → `NOONISH_UPDATES_QUIET_WINDOW`.
    static func variable(for key: String) -> String {
        var name = "NOONISH_"
        var previous: Character = "_"
        for character in key {
            if previous.isLowercase && character.isUppercase { name += "_" }
            name += character == "." ? "_" : character.uppercased()
            previous = character
        }
        return name
    }

    /// Returns the dotted paths of all values in a YAML file.
    static func keys(of file: FilePath) throws -> [String] {
        func paths(_ node: Node, _ prefix: String) -> [String] {
            guard case .mapping(let mapping) = node else { return [prefix] }
            return mapping.flatMap { key, value in
                paths(value, prefix.isEmpty ? (key.string ?? "") : "\(prefix).\(key.string ?? "")")
            }
        }
        let text = try String(contentsOfFile: file.string, encoding: .utf8)
        return try Yams.compose(yaml: text).map { paths($0, "") } ?? []
    }

    /// Returns the Levenshtein distance: how many letters must be changed, added or removed to turn `left`
    /// into `right`.
    private static func distance(_ left: String, _ right: String) -> Int {
        let right = Array(right)
        var row = Array(0...right.count)
        for (i, letter) in left.enumerated() {
            var diagonal = row[0]
            row[0] = i + 1
            for j in right.indices {
                let substituted = diagonal + (right[j] == letter ? 0 : 1)
                diagonal = row[j + 1]
                row[j + 1] = min(substituted, row[j] + 1, row[j + 1] + 1)
            }
        }
        return row[right.count]
    }
}
