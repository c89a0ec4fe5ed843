import Foundation

/// The rooms that own the objects of the schema, as `sql/owners.yaml` lists them.
package struct SchemaOwners: Sendable {
    package struct Room: Sendable {
        /// Prefix of the names of the room's statements, and part of the name of its migration.
        package let name: String
        package let title: String
        /// Tables, views, sequences and functions.
        package let objects: [String]
    }

    /// The rooms in the order of their migrations.
    package let rooms: [Room]

    private let owners: [String: String]

    /// Reads `sql/owners.yaml`.
    ///
    /// - Throws: An error of the file system, or ``Malformed`` for a line that is neither a room, an object nor a comment.
    package init() throws {
        let migrations = URL(filePath: TestServer.migrations)
        let file = migrations.deletingLastPathComponent().appending(path: "owners.yaml")
        var rooms: [Room] = []
        var title: [Substring] = []
        for line in try String(contentsOf: file, encoding: .utf8).split(
            separator: "\n", omittingEmptySubsequences: false)
        {
            if line.hasPrefix("# ") {
                title.append(line.dropFirst(2))
            } else if line.hasPrefix("  - "), let room = rooms.popLast() {
                let objects = room.objects + [String(line.dropFirst(4))]
                rooms.append(Room(name: room.name, title: room.title, objects: objects))
            } else if line.hasSuffix(":") {
                rooms.append(
                    Room(name: String(line.dropLast()), title: title.joined(separator: " "), objects: []))
            } else if line.isEmpty {
                title = []
            } else if line != "#" {
                throw Malformed(line: String(line))
            }
        }
        self.rooms = rooms
        owners = Dictionary(
            uniqueKeysWithValues: rooms.flatMap { room in room.objects.map { ($0, room.name) } })
    }

    /// Returns the name of the room that owns an object.
    package func room(owning object: String) -> String? { owners[object] }

    package struct Malformed: Error {
        let line: String
    }
}
