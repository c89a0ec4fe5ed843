import Foundation
import HTTPKit
import JSON
import NIOCore

/// A web page with menus in JSON-LD.
enum WebPage {
    /// Returns the JSON-LD of a page, in the order of its scripts.
    ///
    /// - Throws: ``MenuFaults`` if there is none, or if a script is not JSON.
    static func linkedData(in page: ByteBuffer) throws(MenuFaults) -> JSONValue {
        let text = String(buffer: page)
        var scripts: [JSONValue] = []
        var rest = text[...]
        while let type = rest.range(of: "application/ld+json", options: .caseInsensitive) {
            rest = rest[type.upperBound...]
            guard let start = rest.firstIndex(of: ">"),
                let end = rest.range(of: "</script", options: .caseInsensitive)
            else { break }
            if start < end.lowerBound {
                let script = ByteBuffer(substring: rest[rest.index(after: start)..<end.lowerBound])
                do throws(MenuFaults) {
                    scripts.append(try MenuReader.parse(script))
                } catch {
                    let place = "script \(scripts.count + 1)"
                    throw MenuFaults(error.all.map { $0.moved(to: place + $0.pointer) })
                }
            }
            rest = rest[end.upperBound...]
        }
        guard !scripts.isEmpty else { throw MenuFaults("", "no_menu", "The page has no JSON-LD.") }
        return .array(scripts)
    }
}
