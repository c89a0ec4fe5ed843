public import Foundation

extension UUID: PostgresEncodable, PostgresDecodable {
    public static var postgresType: PostgresType { .uuid }

    public func encode(into bytes: inout [UInt8]) {
        withUnsafeBytes(of: uuid) { bytes.append(contentsOf: $0) }
    }

    public init(_ cell: borrowing Cell) throws(PostgresError) {
        try cell.require(.uuid, for: Self.self)
        guard cell.bytes.count == 16 else { throw cell.mismatch(Self.self) }
        self.init(uuid: cell.bytes.loadUnaligned(as: uuid_t.self))
    }
}
