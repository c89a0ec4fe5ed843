import Foundation
import HTTPTypes
import JSON
import Menus
import NIOCore
import NoonishAPI
import Outings
import Postgres
import TestSupport

@testable import Orders

/// The menu of Tests/Fixtures/menus, at its restaurant in the middle of Helsinki.
enum ThaiMenu {
    static let restaurant = "0198c0de-0000-7000-8000-000000000001"
    static let harbour = "0198c0de-0000-7000-8000-000000000002"

    static func text() throws -> String {
        try String(contentsOfFile: Repository.path("Tests/Fixtures/menus/version-1.json"), encoding: .utf8)
    }

    /// A large green curry with a hot spice and two eggs, which costs 18.40 with the menu as it is.
    static let curry = pick(
        "green-curry", "large",
        #"{"group":"extras","option":"egg","count":2},{"group":"spice","option":"hot"}"#)

    /// The member of a line that chooses an item.
    static func pick(_ item: String, _ variant: String? = nil, _ options: String = "") -> String {
        let variant = variant.map { #","variant":"\#($0)""# } ?? ""
        return #""pick":{"item":"\#(item)"\#(variant),"options":[\#(options)]}"#
    }
}

extension TestWorld {
    /// Publishes the menu with other words in it.
    func publishMenu(_ replacements: (String, String)...) async throws {
        var text = try ThaiMenu.text()
        for (old, new) in replacements {
            guard text.contains(old) else { preconditionFailure("the menu does not have \(old)") }
            text = text.replacing(old, with: new)
        }
        let document = ByteBuffer(string: text)
        let restaurants = [ThaiMenu.restaurant, ThaiMenu.harbour].compactMap { RestaurantID($0) }
        _ = try await database.transaction { transaction in
            try await MenuEdits(in: transaction).store(for: restaurants, publishes: true) { branches in
                try MenuReader.read(text: document, branches: branches)
            }
        }
    }

    /// An open order for a lunch at the restaurant with the menu, to which Tom and Mei come.
    func lunchFromMenu(_ members: String = #""closesBefore":60"#) async throws -> String {
        for id in [ThaiMenu.restaurant, ThaiMenu.harbour] {
            guard let id = RestaurantID(id) else { preconditionFailure("\(id) is an id") }
            try await restaurant("Thai Garden", id: id)
        }
        try await publishMenu()
        return try await order(at: ThaiMenu.restaurant, members)
    }

    /// An open order for another lunch at a restaurant.
    func order(at restaurant: String, _ members: String = #""closesBefore":60"#) async throws -> String {
        let lunch = try await lunch(#""restaurantId":"\#(restaurant)""#)
        let order = try await leila.post(lunch + "/order", #"{"currency":"EUR",\#(members)}"#)
        guard order.status == .created else { throw Unexpected(order) }
        return lunch
    }

    /// Orders what `members` choose.
    func choose(_ members: String, by visitor: Visitor, on lunch: String) async throws -> TestSupport.Answer {
        try await visitor.post(lunch + "/order/lines", "{\(members)}")
    }
}
