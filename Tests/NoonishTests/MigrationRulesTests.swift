import Foundation
import TestSupport
import Testing

/// Migrations after the first release do not block a running service.
@Suite struct MigrationRulesTests {
    @Test(arguments: [
        "CREATE INDEX outing_title_idx ON outing (title)",
        "CREATE UNIQUE INDEX outing_title_idx ON outing (title)",
        "ALTER TABLE outing ADD CONSTRAINT outing_title_fits CHECK (title <> '')",
        "ALTER TABLE outing\n  ADD COLUMN a int,\n  ADD CONSTRAINT outing_a FOREIGN KEY (a) REFERENCES person",
        "ALTER TABLE outing ALTER COLUMN note SET NOT NULL",
        "ALTER TABLE outing ALTER COLUMN note TYPE bytea USING note::bytea",
        "UPDATE outing SET note = ''",
        "DELETE FROM outing",
        "ALTER TABLE outing ADD CONSTRAINT a CHECK (x) NOT VALID; ALTER TABLE outing VALIDATE CONSTRAINT a",
    ])
    func `what blocks requests is found`(statement: String) {
        #expect(MigrationRules.faults(in: "SET LOCAL ROLE noonish_owner;\n\(statement);").count == 1)
    }

    @Test(arguments: [
        "CREATE INDEX CONCURRENTLY outing_title_idx ON outing (title)",
        "ALTER TABLE outing ADD CONSTRAINT outing_title_fits CHECK (title <> '') NOT VALID",
        "ALTER TABLE outing VALIDATE CONSTRAINT outing_title_fits",
        "ALTER TABLE outing ADD COLUMN dress_code text",
        "CREATE TABLE menu2 (id int); CREATE INDEX menu2_idx ON menu2 (id); UPDATE menu2 SET id = 1",
        "CREATE FUNCTION f() RETURNS void LANGUAGE sql AS $$ UPDATE outing SET note = ''; DELETE FROM outing $$",
        "-- UPDATE outing SET note = '';\nSELECT 1",
    ])
    func `what does not block is allowed`(statement: String) {
        #expect(MigrationRules.faults(in: "\(statement);").isEmpty)
    }

    @Test func `no migration after the first schema blocks requests`() throws {
        let folder = Repository.folder.appending(path: "sql/migrations")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path()).sorted()
        #expect(names.count >= MigrationRules.baseline)
        for name in names {
            let number = try #require(Int(name.prefix(4)), "\(name)")
            guard number > MigrationRules.baseline else { continue }
            let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
            #expect(MigrationRules.faults(in: text).isEmpty, "\(name)")
        }
    }
}
