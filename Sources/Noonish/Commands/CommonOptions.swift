import ArgumentParser
import Logging

/// The options of every command.
struct CommonOptions: ParsableArguments {
    @Option(help: "A file with the settings that differ from config/noonish.yaml.") var config: String?

    func settings() async throws -> Settings { try await .load(file: config) }
}
