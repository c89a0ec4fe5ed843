import JSON
import NoonishAPI
import Testing

@testable import Menus

/// The versions of the format.
@Suite struct MenuVersionsTests {
    /// Adds a member in each step.
    private let versions = MenuVersions(steps: [{ $0.adding("second") }, { $0.adding("third") }])

    @Test func `a former version is upgraded one step after the other`() throws {
        let upgraded = try versions.upgraded(["schemaVersion": 1])

        #expect(upgraded == ["schemaVersion": 1, "second": true, "third": true])
        #expect(try versions.upgraded(["schemaVersion": 2]) == ["schemaVersion": 2, "third": true])
        #expect(try versions.upgraded(["schemaVersion": 3]) == ["schemaVersion": 3])
    }

    @Test func `a newer version is refused`() {
        #expect(throws: MenuFaults.self) { try versions.upgraded(["schemaVersion": 4]) }
        #expect(throws: MenuFaults.self) { try versions.upgraded(["schemaVersion": 0]) }
    }

    @Test func `the fixture of every version is a menu of today`() throws {
        let newest = try ThaiGarden.menu()

        for version in 1...MenuVersions.all.newest {
            let document = try JSONValue(parsing: ThaiGarden.text(version: version))
            #expect(try MenuReader.read(document, branches: ThaiGarden.branches) == newest)
        }
        #expect(newest.schemaVersion == MenuVersions.all.newest)
    }
}

extension JSONObject {
    fileprivate func adding(_ name: String) -> JSONObject {
        JSONObject(members: members + [.init(name: name, value: true)])
    }
}
