import Foundation
import HTTPKit
import JSON
import NIOCore
import NoonishAPI
import TestSupport

@testable import Menus

/// The two branches of the Thai Garden, whose menu is that of Tests/Fixtures/menus.
enum ThaiGarden {
    static let center = restaurant("0198c0de-0000-7000-8000-000000000001")
    static let harbour = restaurant("0198c0de-0000-7000-8000-000000000002")
    static let branches: Set = [center, harbour]

    private static func restaurant(_ id: String) -> RestaurantID {
        guard let id = RestaurantID(id) else { preconditionFailure("\(id) is an id") }
        return id
    }

    /// The text of a document of a version of the format.
    static func text(version: Int = 1) throws -> String {
        try String(
            contentsOfFile: Repository.path("Tests/Fixtures/menus/version-\(version).json"), encoding: .utf8)
    }

    static func menu() throws -> RestaurantMenu {
        try MenuReader.read(JSONValue(parsing: text()), branches: branches)
    }

    /// The document with another text at one place.
    static func document(_ old: String, _ new: String) throws -> JSONValue {
        let text = try text()
        guard text.contains(old) else { preconditionFailure("the menu does not have \(old)") }
        return try JSONValue(parsing: text.replacing(old, with: new, maxReplacements: 1))
    }

    /// The faults of a document, as pointers with codes.
    static func faults(_ document: JSONValue) -> [String] {
        do throws(MenuFaults) {
            _ = try MenuReader.read(document, branches: branches)
            return []
        } catch {
            return error.all.map { "\($0.pointer) \($0.code)" }
        }
    }

    static func faults(_ old: String, _ new: String) throws -> [String] { faults(try document(old, new)) }
}
