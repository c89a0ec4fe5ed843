import ArgumentParser

/// `noonish version`: prints the version of the program.
struct Version: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Print the version of the program.")

    /// Increased by hand for each release.
    static let text = "0.1.0"

    func run() { print("noonish \(Self.text)") }
}
