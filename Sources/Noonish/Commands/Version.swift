import ArgumentParser

/// `noonish version`: what this program is.
struct Version: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Print the version of the program.")

    /// Counted by hand at a release.
    static let text = "0.1.0"

    func run() { print("noonish \(Self.text)") }
}
