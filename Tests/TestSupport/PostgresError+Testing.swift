public import Postgres
public import Testing

/// A failed test says everything, a stranger hears nothing.
extension PostgresError: CustomTestStringConvertible {
    public var testDescription: String { debugDescription }
}
