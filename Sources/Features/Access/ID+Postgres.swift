public import Foundation
public import NoonishAPI
public import Postgres

extension ID: PostgresEncodable {
    @inlinable
    public static var postgresType: PostgresType { UUID.postgresType }

    @inlinable
    public func encode(into bytes: inout [UInt8]) { uuid.encode(into: &bytes) }
}

extension ID: PostgresDecodable {
    @inlinable
    public init(_ cell: borrowing Cell) throws(PostgresError) { self.init(try UUID(cell)) }
}

extension ID {
    /// Creates an ID that sorts after all IDs this process created before.
    package static func make() -> Self { Self(.v7()) }
}
