import ArgumentParser

/// `noonish worker`: delivers notifications and handles no requests.
struct Worker: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Deliver notifications without handling requests, like serve --role worker.",
        discussion: """
            For a second process or machine beside one that runs `noonish serve --role http`. Both need the same \
            database.url and secret.key. Any number of each may run. A worker answers only /healthz, /readyz and /metrics on \
            http.port, and prints `ready URL` when it does.

            EXAMPLE: DATABASE_URL=postgresql://db/noonish noonish worker
            """)

    @OptionGroup var common: CommonOptions

    func run() async throws { try await Serve.run(common, role: .worker) }
}
