import Journal
import NoonishAPI
import Postgres
import Testing

import func TestSupport.withDatabase

@Suite struct AudienceTests {
    @Test func `the fan-out finds the same people as the journal`() async throws {
        try await withDatabase { database in
            for audience in Audience.allCases {
                for role in AttendanceRole.allCases {
                    for status in AttendanceStatus.allCases {
                        let found = try await database.one(
                            .includes(audience, role: role.rawValue, status: status.rawValue))

                        #expect(
                            found == audience.includes(Standing(role: role, status: status)),
                            "\(audience) \(role) \(status)")
                    }
                }
                let isForAnyone = try await database.one(.includes(audience, role: nil, status: nil))

                #expect(isForAnyone == (audience == .all), "\(audience), off the list")
            }
        }
    }
}

extension Query where Row == Bool {
    fileprivate static func includes(_ audience: Audience, role: String?, status: String?) -> Self {
        Query(
            "test.audience",
            """
            SELECT coalesce(\(fragment: Audience.includesInSQL), false)
              FROM (SELECT \(audience.rawValue)::text AS audience) AS c
             CROSS JOIN (SELECT \(role)::text AS role, \(status)::text AS status) AS a
            """
        ) { row throws(PostgresError) in try row.next() }
    }
}
