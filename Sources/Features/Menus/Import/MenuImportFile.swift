import HTTPKit
import Initializers
import JSON
import Money
package import NIOCore
package import NoonishAPI

/// A file with a menu, in one of the formats that can be imported.
@MemberwiseInit(unlabeled: 1)
package struct MenuImportFile: Sendable {
    package enum Format: String, CaseIterable, Sendable {
        /// A menu document, as it is published.
        case json
        case csv
        /// schema.org in JSON-LD, also within a web page.
        case jsonld
        /// The JSON of Open Menu.
        case openmenu
    }

    /// A menu from a file.
    package struct Content: Sendable {
        package let menu: RestaurantMenu
        /// Members of the file that menus do not have, with their counts.
        package let ignored: [String: Int]
    }

    let text: ByteBuffer
    /// `nil` detects it.
    let format: Format?
    let defaults: MenuImportDefaults

    /// Reads the menu.
    ///
    /// - Parameter branches: The restaurants that share the menu.
    /// - Throws: ``MenuFaults``, each at its place in the file.
    package func read(branches: Set<RestaurantID>) throws(MenuFaults) -> Content {
        guard text.readableBytes <= MenuLimits.bytes else { throw .tooLarge }
        let first = text.readableBytesView.first { ![0x20, 0x09, 0x0a, 0x0d].contains($0) }
        if first == UInt8(ascii: "<") {
            return try finish(MenuJSONLD.read(WebPage.linkedData(in: text), defaults), branches)
        }
        if format == .csv || (format == nil && first != UInt8(ascii: "{") && first != UInt8(ascii: "[")) {
            return try finish(MenuCSV.read(text, defaults), branches)
        }
        let value = try MenuReader.parse(text)
        switch format ?? Self.detect(value) {
        case .json, .csv:
            return Content(menu: try readDocument(value, branches), ignored: [:])
        case .jsonld: return try finish(MenuJSONLD.read(value, defaults), branches)
        case .openmenu: return try finish(OpenMenu.read(value, defaults), branches)
        }
    }

    private static func detect(_ value: JSONValue) -> Format {
        guard case .object(let object) = value else { return .jsonld }
        if object["schemaVersion"] != nil || object["menu"] != nil { return .json }
        let isLinked = object.members.contains { $0.name.hasPrefix("@") }
        return isLinked ? .jsonld : .openmenu
    }

    /// Reads a document, or the one within a published version.
    private func readDocument(
        _ value: JSONValue, _ branches: Set<RestaurantID>
    ) throws(MenuFaults) -> RestaurantMenu {
        guard let menu = value.publishedMenu else { return try MenuReader.read(value, branches: branches) }
        do throws(MenuFaults) {
            return try MenuReader.read(menu, branches: branches)
        } catch {
            throw MenuFaults(error.all.map { $0.moved(to: "/menu" + $0.pointer) })
        }
    }

    /// Checks what a format's reader built, and reports faults at their places in the file.
    private func finish(
        _ builder: MenuBuilder, _ branches: Set<RestaurantID>
    ) throws(MenuFaults) -> Content {
        var writer = JSONWriter()
        RestaurantMenu(
            language: builder.language, currency: builder.currency.code,
            pricesIncludeTax: defaults.pricesIncludeTax, optionGroups: builder.groups.nilIfEmpty,
            sections: builder.sections
        ).encode(to: &writer)
        var faults = builder.faults
        // What was built up to a limit says nothing about the rest of the file.
        guard !builder.isFull else { throw MenuFaults(faults) }
        do throws(MenuFaults) {
            let menu = try MenuReader.read(text: writer.finish(), branches: branches)
            if faults.isEmpty { return Content(menu: menu, ignored: builder.ignored) }
        } catch {
            faults += error.all.map { fault in
                fault.moved(to: builder.place(of: fault.pointer))
            }
        }
        throw MenuFaults(faults)
    }
}

extension MenuBuilder {
    /// Returns where in the file the part of the menu at a pointer is.
    fileprivate func place(of pointer: String) -> String {
        var part = pointer[...]
        while !part.isEmpty {
            if let place = places[String(part)] { return place + pointer.dropFirst(part.count) }
            part = part[..<(part.lastIndex(of: "/") ?? part.startIndex)]
        }
        return pointer
    }
}

extension JSONValue {
    /// The menu of a published version; `nil` for any other value.
    var publishedMenu: JSONValue? {
        guard case .object(let object) = self, object["schemaVersion"] == nil else { return nil }
        return object["menu"]
    }
}
