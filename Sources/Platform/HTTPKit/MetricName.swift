enum MetricKind: String {
    case counter
    case gauge
    case histogram
}

/// Converts names to the form that Prometheus allows: `[a-zA-Z_:][a-zA-Z0-9_:]*`.
enum MetricName {
    static func plain(_ label: String) -> String {
        let name = String(label.unicodeScalars.map { isAllowed($0) ? Character($0) : "_" })
        guard let first = name.first, !first.isNumber else { return "_" + name }
        return name
    }

    static func counter(_ label: String) -> String { plain(label).ending(in: "_total") }

    static func seconds(_ label: String) -> String { plain(label).ending(in: "_seconds") }

    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "_": true
        default: false
        }
    }
}

extension String {
    fileprivate func ending(in suffix: String) -> String { hasSuffix(suffix) ? self : self + suffix }
}

/// The labels of one series, sorted, in the text format used between the braces.
struct MetricLabels: Hashable {
    let text: String

    init(_ dimensions: [(String, String)]) {
        text = dimensions.sorted { $0.0 < $1.0 }
            .map { "\(MetricName.plain($0.0))=\"\(Self.escape($0.1))\"" }.joined(separator: ",")
    }

    var inBraces: String { text.isEmpty ? "" : "{\(text)}" }

    /// Returns the labels in braces with one more appended, such as the `le` of a histogram bucket.
    func inBraces(and label: String) -> String { text.isEmpty ? "{\(label)}" : "{\(text),\(label)}" }

    private static func escape(_ value: String) -> String {
        var escaped = ""
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\\": escaped += "\\\\"
            case "\"": escaped += "\\\""
            case "\n": escaped += "\\n"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
