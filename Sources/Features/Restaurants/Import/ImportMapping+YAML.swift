import Foundation
import Initializers
import NoonishAPI
import Yams

extension ImportMapping {
    /// Reads a mapping file.
    ///
    /// - Throws: ``ImportFault`` with the file and line.
    init(file path: String) throws {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw ImportFault("\(path) cannot be read")
        }
        let root: Node?
        do {
            root = try compose(yaml: String(decoding: data, as: UTF8.self))
        } catch {
            throw ImportFault("\(path): \(error)")
        }
        try self.init(MappingNode(root, file: path))
    }

    private init(_ root: MappingNode) throws {
        for (key, value) in try root.members() {
            switch key {
            case "source": source = try RestaurantSource(value)
            case "country": country = try value.text()
            case "zone": zone = try value.text()
            case "columns": columns = try value.texts()
            case "id": id = try value.texts()
            case "latitude": latitude = try value.text()
            case "longitude": longitude = try value.text()
            case "tags": for (tag, fields) in try value.members() { tags[tag] = try fields.texts() }
            case "constants": for (tag, text) in try value.members() { constants[tag] = try text.text() }
            case "values":
                for (field, meanings) in try value.members() {
                    for (value, meant) in try meanings.members() {
                        for (tag, text) in try meant.members() {
                            values[field, default: [:]][value, default: [:]][tag] = try text.text()
                        }
                    }
                }
            default: throw value.fault("there is no key \(key)")
            }
        }
    }
}

extension RestaurantSource {
    fileprivate init(_ node: MappingNode) throws {
        var texts: [String: String] = [:]
        for (key, value) in try node.members() { texts[key] = try value.text() }
        guard let id = texts["id"], let name = texts["name"], let licence = texts["licence"],
            let attribution = texts["attribution"], let url = texts["url"], texts.count == 5
        else { throw node.fault("a source has id, name, licence, attribution and url") }
        self.init(id: id, name: name, licence: licence, attribution: attribution, url: url)
    }
}

/// A node of a mapping file with its position.
@MemberwiseInit(unlabeled: 1)
private struct MappingNode {
    let node: Node?
    let file: String

    func members() throws -> [(String, MappingNode)] {
        guard case .mapping(let mapping) = node else { throw fault("expected keys and values") }
        return try mapping.map {
            (try MappingNode($0.key, file: file).text(), MappingNode($0.value, file: file))
        }
    }

    func text() throws -> String {
        guard case .scalar(let scalar) = node, !scalar.string.isEmpty else { throw fault("expected a text") }
        return scalar.string
    }

    /// Reads a list or a single string.
    func texts() throws -> [String] {
        guard case .sequence(let items) = node else { return [try text()] }
        return try items.map { try MappingNode($0, file: file).text() }
    }

    func fault(_ reason: String) -> ImportFault {
        ImportFault("\(file)\(node?.mark.map { ":\($0.line)" } ?? ""): \(reason)")
    }
}
