import ArgumentParser

/// `noonish worker`: delivers notifications and handles no requests.
struct Worker: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Deliver news without answering anybody: serve --role worker.",
        discussion: """
            For a second process, or a second machine, beside one that runs `noonish serve --role http`. Both need one \
            database.url and one secret.key. Any number of either may run.

            EXAMPLE: DATABASE_URL=postgresql://db/noonish noonish worker
            """)

    @OptionGroup var common: CommonOptions

    func run() async throws { try await Serve.run(common, role: .worker) }
}
