import Postgres

extension JobFailure {
    /// Describes an error without the parameters of a failed statement, which may be personal data.
    public init(_ error: any Error) {
        self =
            switch error {
            case let failure as JobFailure: failure
            case PostgresError.server(let error):
                .retry(reason: "\(error.query) failed with \(error.sqlState)")
            case let error as PostgresError: .retry(reason: error.debugDescription)
            default: .retry(reason: "\(error)")
            }
    }
}

/// Runs `body` and converts its errors to ``JobFailure``: all except a ``JobFailure`` itself lead to a retry.
nonisolated(nonsending) public func retryingOnError<Value>(
    _ body: () async throws -> Value
) async throws(JobFailure) -> Value {
    do { return try await body() } catch { throw JobFailure(error) }
}
