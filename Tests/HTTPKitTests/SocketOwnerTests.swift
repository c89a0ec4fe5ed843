import NIOCore
import Testing

@testable import HTTPKit

@Suite struct SocketOwnerTests {
    private static let table = """
          sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
           0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000     7        0 1
           1: 0100007F:1F90 0100007F:C350 01 00000000:00000000 00:00000000 00000000     7        0 2
           2: 0100007F:C350 0100007F:1F90 01 00000000:00000000 00:00000000 00000000    33        0 3
           3: 0000000000000000FFFF00000100007F:C351 0000000000000000FFFF00000100007F:1F90 01 0:0 00:0 0  1000        0 4
           4: 00000000000000000000000001000000:C352 00000000000000000000000001000000:1F90 01 0:0 00:0 0   101        0 5
        """

    @Test(arguments: [
        ("127.0.0.1", 50_000, UInt32(33)), ("127.0.0.1", 50_001, 1_000), ("::1", 50_002, 101),
        ("127.0.0.1", 50_003, nil), ("127.0.0.2", 50_000, nil),
    ])
    func `the owner of the other end is found by both addresses`(client: String, port: Int, user: UInt32?)
        throws
    {
        let server = try SocketAddress(
            ipAddress: client.hasPrefix("127.") ? "127.0.0.1" : client, port: 8_080)

        let found = SocketOwner.user(
            of: try SocketAddress(ipAddress: client, port: port), connectedTo: server, in: Self.table)

        #expect(found == user)
    }

    @Test func `a mapped address is the same as the plain one`() throws {
        let found = SocketOwner.user(
            of: try SocketAddress(ipAddress: "::ffff:127.0.0.1", port: 50_000),
            connectedTo: try SocketAddress(ipAddress: "::ffff:127.0.0.1", port: 8_080), in: Self.table)

        #expect(found == 33)
    }

    @Test func `services are neither root nor people nor this process`() {
        #expect([33, 101, 999, 65_534].allSatisfy(SocketOwner.isService))
        #expect(![0, 1_000, 60_000].contains(where: SocketOwner.isService))
    }
}
