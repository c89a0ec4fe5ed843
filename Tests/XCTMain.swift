import Testing

/// Runs the tests. Without this file, the package manager would write one that also runs the cases of XCTest, and compile
/// everything with an index to find them. We have none.
@main struct Runner {
    static func main() async {
        guard CommandLine.arguments.contains("swift-testing") else { return }
        await Testing.__swiftPMEntryPoint() as Never
    }
}
