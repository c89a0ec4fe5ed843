package import Geo
import JSON

/// One raw record of a file: flat fields with string values.
package struct ImportRecord: Hashable, Sendable {
    /// The id that the format itself provides, such as OpenStreetMap's `n123`.
    package var id: String?
    package var coordinate: Coordinate?
    /// Tags, properties or columns. Empty values are omitted.
    package var fields: [String: String] = [:]
}

extension ImportRecord {
    /// Reads a GeoJSON feature, an Overpass element or any flat object; `nil` for any other value.
    init?(_ value: JSONValue) {
        guard case .object(let object) = value else { return nil }
        self.init()
        if case .string("Feature")? = object["type"] {
            readFeature(object)
        } else if case .object(let tags)? = object["tags"] {
            readOverpass(object, tags)
        } else {
            add(object, prefix: "")
        }
    }

    /// Reads a GeoJSON feature; RFC 7946, section 3.2.
    private mutating func readFeature(_ feature: JSONObject) {
        if case .object(let properties)? = feature["properties"] { add(properties, prefix: "") }
        if let own = fields["source_id"] {
            // The feature is from one of our own exports.
            id = own
        } else if let type = fields["@type"], let number = fields["@id"] {
            id = Self.openStreetMapID(type, number)
        } else if let own = feature["id"]?.text ?? fields["@id"] {
            let parts = own.split(separator: "/")
            id = parts.count == 2 ? Self.openStreetMapID(String(parts[0]), String(parts[1])) : own
        }
        guard case .object(let geometry)? = feature["geometry"], let coordinates = geometry["coordinates"]
        else { return }
        var bounds = PointBounds()
        bounds.add(coordinates)
        coordinate = (fields["highway"] == nil ? nil : coordinates.middleOfLine) ?? bounds.middle
    }

    private mutating func readOverpass(_ element: JSONObject, _ tags: JSONObject) {
        add(tags, prefix: "")
        if let type = element["type"]?.text, let number = element["id"]?.text {
            id = Self.openStreetMapID(type, number)
        }
        var point = element
        if case .object(let center)? = element["center"] { point = center }
        if let latitude = point["lat"]?.number, let longitude = point["lon"]?.number {
            coordinate = try? Coordinate(latitude: latitude, longitude: longitude)
        }
    }

    private mutating func add(_ object: JSONObject, prefix: String) {
        for member in object.members {
            if case .object(let inner) = member.value {
                add(inner, prefix: prefix + member.name + ".")
            } else if let text = member.value.text, !text.isEmpty {
                fields[prefix + member.name] = text
            }
        }
    }

    /// Returns `n123`, `w123` or `r123`: the shortest unique form.
    private static func openStreetMapID(_ type: String, _ number: String) -> String {
        switch type {
        case "node", "way", "relation": "\(type.prefix(1))\(number)"
        default: "\(type)/\(number)"
        }
    }
}

/// The bounding box of a geometry's points. Its middle is precise enough for a building.
private struct PointBounds {
    private var south = Double.infinity
    private var west = Double.infinity
    private var north = -Double.infinity
    private var east = -Double.infinity

    /// Adds the points of `value`.
    ///
    /// - Parameter value: A position, or arrays of positions nested to any depth.
    mutating func add(_ value: JSONValue) {
        guard case .array(let elements) = value else { return }
        if elements.count >= 2, let longitude = elements[0].number, let latitude = elements[1].number {
            south = min(south, latitude)
            north = max(north, latitude)
            west = min(west, longitude)
            east = max(east, longitude)
        } else {
            for element in elements { add(element) }
        }
    }

    var middle: Coordinate? {
        guard south <= north else { return nil }
        return try? Coordinate(latitude: (south + north) / 2, longitude: (west + east) / 2)
    }
}

extension JSONValue {
    /// A string, number or Boolean as a string.
    fileprivate var text: String? {
        switch self {
        case .string(let text): text
        case .integer(let number): "\(number)"
        case .double(let number): "\(number)"
        case .boolean(let flag): flag ? "yes" : "no"
        case .null, .array, .object: nil
        }
    }

    /// The point in the middle of the list if this is a line that does not end where it begins: a bend of a street is
    /// not beside it, as the middle of its bounds may be.
    fileprivate var middleOfLine: Coordinate? {
        guard case .array(let points) = self, points.count > 1, points.first != points.last,
            case .array(let point) = points[points.count / 2], point.count >= 2,
            let longitude = point[0].number, let latitude = point[1].number
        else { return nil }
        return try? Coordinate(latitude: latitude, longitude: longitude)
    }

    fileprivate var number: Double? {
        switch self {
        case .integer(let number): Double(number)
        case .double(let number): number
        default: nil
        }
    }
}
