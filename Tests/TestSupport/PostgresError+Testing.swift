public import Postgres
public import Testing

/// A failed test shows the details, which callers do not get.
extension PostgresError: CustomTestStringConvertible {
    public var testDescription: String { debugDescription }
}
