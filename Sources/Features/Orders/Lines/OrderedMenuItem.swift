import JSON
import Menus
import NIOCore
import NoonishAPI
import Postgres

/// What a line keeps of the menu that its dish was chosen from, besides name, options and price.
struct OrderedMenuItem: Hashable, Sendable {
    let pick: StoredPick
    /// The restaurant whose menu it was: a branch from which the order may have been carried over.
    let restaurant: RestaurantID
    /// The version of that restaurant's menu.
    let version: Int
    /// The place of the item on the menu, from 0.
    let position: Int
    /// In parts per million; `nil` if the menu does not state it.
    let taxPPM: Int?
    let includesTax: Bool
}

/// A pick as a column of type `jsonb`.
struct StoredPick: Hashable, Sendable {
    let pick: MenuPick

    /// The same text for equal picks.
    var text: String {
        var writer = JSONWriter()
        pick.encode(to: &writer)
        return String(buffer: writer.finish())
    }
}

extension StoredPick: PostgresEncodable, PostgresDecodable {
    static var postgresType: PostgresType { JSONB.postgresType }

    func encode(into bytes: inout [UInt8]) { JSONB(text: text).encode(into: &bytes) }

    init(_ cell: borrowing Cell) throws(PostgresError) {
        let document = try JSONB(cell)
        do throws(JSONFault) {
            pick = try MenuPick(parsing: ByteBuffer(string: document.text))
        } catch {
            throw .decode("a pick cannot be read: \(error)")
        }
    }
}

extension OrderLineRow {
    var menuItem: OrderedMenuItem? {
        guard let pick, let menuRestaurant, let menuVersion, let menuPosition else { return nil }
        return OrderedMenuItem(
            pick: pick, restaurant: menuRestaurant, version: menuVersion, position: menuPosition,
            taxPPM: taxPPM, includesTax: includesTax)
    }
}
