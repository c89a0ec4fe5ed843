import Initializers
package import JSON

/// Upgrades documents of former versions, one version after the other.
///
/// A new version of the format adds one step here and one file to Tests/Fixtures/menus.
@MemberwiseInit
package struct MenuVersions: Sendable {
    /// Turns a document of one version into one of the next. Faults remain, for the reader to report.
    package typealias Step = @Sendable (JSONObject) -> JSONObject

    /// The step at index n turns version n + 1 into version n + 2.
    let steps: [Step]

    /// The versions that this program knows.
    package static let all = MenuVersions(steps: [])

    package var newest: Int { steps.count + 1 }

    /// Returns the document in the newest version.
    ///
    /// - Throws: ``MenuFaults`` at `/schemaVersion`.
    package func upgraded(_ document: JSONValue) throws(MenuFaults) -> JSONValue {
        guard case .object(var object) = document else { return document }
        guard case .integer(let version)? = object["schemaVersion"], version >= 1 else {
            throw MenuFaults("/schemaVersion", "missing", "State the version of the format, such as 1.")
        }
        guard version <= newest else {
            throw MenuFaults(
                "/schemaVersion", "newer_version",
                "This program knows the format up to version \(newest). Update it to read version \(version)."
            )
        }
        for step in steps[(version - 1)...] { object = step(object) }
        return .object(object)
    }
}
