/// The version of a row, its system column `xmin`: the transaction that wrote it. Every committed UPDATE of the row has another
/// one, so a row whose version is the same has not changed.
///
/// Numbers of transactions are assigned anew after a failover and repeat after 2³² transactions.
public struct RowVersion: Hashable, Sendable, PostgresEncodable, PostgresDecodable {
    public static var postgresType: PostgresType { .xid }

    private let transaction: UInt32

    public init(_ cell: borrowing Cell) throws(PostgresError) {
        try cell.require(.xid, for: Self.self)
        transaction = try cell.integer()
    }

    public func encode(into bytes: inout [UInt8]) { bytes.append(bigEndian: transaction) }
}
