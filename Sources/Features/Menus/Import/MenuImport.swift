import Foundation
import Initializers
import NIOCore
import NoonishAPI
package import Postgres

/// Imports a restaurant's menu from a file. Importing the same file again changes nothing.
@MemberwiseInit
package struct MenuImport: Sendable {
    /// The file and the restaurants whose menu it is.
    @MemberwiseInit
    package struct Request: Sendable {
        package var file: String
        /// `nil` detects it.
        package var format: MenuImportFile.Format?
        /// Ids of restaurants here, or in their source.
        package var restaurants: [String]
        /// The source of the directory whose ids `restaurants` may be.
        package var source: String
        package var defaults: MenuImportDefaults
        /// Whether to publish the menu, or to store a draft only.
        package var publishes: Bool
    }

    package struct Report: Hashable, Sendable {
        package let outcome: MenuEdits.Outcome
        /// Members of the file that menus do not have, with their counts.
        package let ignored: [String: Int]
    }

    let database: PostgresClient

    /// Imports the file in one transaction.
    ///
    /// - Throws: ``MenuImportFault`` or ``MenuFaults`` with a text for the operator, or `PostgresError`.
    package func run(_ request: Request) async throws -> Report {
        let file = MenuImportFile(
            try Self.text(of: request.file), format: request.format, defaults: request.defaults)
        let restaurants = try await restaurants(request)
        return try await database.transaction { transaction in
            var ignored: [String: Int] = [:]
            let outcome = try await MenuEdits(in: transaction).store(
                for: restaurants, publishes: request.publishes
            ) { branches in
                let content = try file.read(branches: branches)
                ignored = content.ignored
                return content.menu
            }
            return Report(outcome: outcome, ignored: ignored)
        }
    }

    private func restaurants(_ request: Request) async throws -> [RestaurantID] {
        let found = try await database.all(.restaurants(named: request.restaurants, source: request.source))
        guard found.count == Set(request.restaurants).count else {
            throw MenuImportFault(
                "\(found.count) of \(Set(request.restaurants).count) restaurants are in the directory")
        }
        return found
    }

    private static func text(of path: String) throws -> ByteBuffer {
        guard let data = try? Data(contentsOf: URL(filePath: path), options: .mappedIfSafe) else {
            throw MenuImportFault("\(path) cannot be read")
        }
        guard data.count <= MenuLimits.bytes else { throw MenuFaults.tooLarge }
        return ByteBuffer(bytes: data)
    }
}

/// The reason why a menu was not imported, as a text for the operator. Nothing was changed.
package struct MenuImportFault: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String

    init(_ description: String) { self.description = description }

    static let differentMenus = MenuImportFault(
        "these restaurants have different menus; import each by itself")
}
