internal import Foundation
package import Localization

extension Catalogue {
    /// Reads every `<tag>.yaml` of a folder.
    ///
    /// - Throws: ``CatalogueFaults``, or what the file system says.
    package init(folder: String) throws {
        var files: [String: String] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: folder) where name.hasSuffix(".yaml")
        {
            files[String(name.dropLast(5))] = try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
        }
        try self.init(files: files)
    }
}
