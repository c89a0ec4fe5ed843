import Foundation
package import Localization

extension Catalogue {
    /// Reads every `<tag>.yaml` in a folder.
    ///
    /// - Throws: ``CatalogueFaults``, or an error of the file system.
    package init(folder: String) throws {
        var files: [String: String] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: folder) where name.hasSuffix(".yaml")
        {
            files[String(name.dropLast(5))] = try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
        }
        try self.init(files: files)
    }
}
