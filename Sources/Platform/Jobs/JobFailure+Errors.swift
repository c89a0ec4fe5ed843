internal import Postgres

extension JobFailure {
    /// Describes an error without the values of the statement that failed, which may be personal.
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

/// Runs `body` and turns its errors into ``JobFailure``: all but a ``JobFailure`` itself lead to a retry.
nonisolated(nonsending) public func retryingOnError<Value>(
    _ body: () async throws -> Value
) async throws(JobFailure) -> Value {
    do { return try await body() } catch { throw JobFailure(error) }
}
