import Foundation
package import Postgres

/// Which of `sql/checks` find something wrong in `database`: each returns no row while the data is sound.
///
/// - Parameter names: Without `.sql`; empty for all of them.
package func brokenChecks(in database: PostgresClient, _ names: [String] = []) async throws -> [String] {
    let folder = URL(filePath: Repository.path("sql/checks"))
    var broken: [String] = []
    for file in try FileManager.default.contentsOfDirectory(atPath: folder.path()).sorted() {
        let name = String(file.dropLast(".sql".count))
        guard file.hasSuffix(".sql"), names.isEmpty || names.contains(name) else { continue }
        let script = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
        let rows = try await database.all(Query<Bool>.check(name, SQL(stringLiteral: script)))
        if !rows.isEmpty { broken.append(name) }
    }
    return broken
}

extension Query where Row == Bool {
    fileprivate static func check(_ name: String, _ script: SQL) -> Self {
        Query("check.\(name)", script) { row throws(PostgresError) in
            let _: UUID = try row.next()  // every check names what is not sound by its id
            return true
        }
    }
}
