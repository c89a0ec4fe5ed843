import HTTPKit
package import HTTPTypes

/// The name and version of a client, from `Noonish-Client: name/version`: `noonish-ios/1.4.2`.
package struct ClientVersion: Hashable, Sendable {
    package let name: String
    /// `[1, 4, 2]`
    package let numbers: [Int]

    /// Parses the header.
    ///
    /// - Returns: `nil` unless `text` is a name, a slash and dot-separated numbers.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, parts[0].utf8.allSatisfy(Self.isOfName) else { return nil }
        let numbers = parts[1].split(separator: ".", omittingEmptySubsequences: false).map { part in
            part.utf8.count <= 9 && part.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(part) : nil
        }
        guard !numbers.contains(nil) else { return nil }
        name = parts[0].lowercased()
        self.numbers = numbers.compactMap { $0 }
    }

    /// Returns whether the byte is a letter, a digit or a hyphen, all of which HTTP allows in a protocol
    /// name.
    private static func isOfName(_ byte: UInt8) -> Bool {
        switch byte | 0x20 {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), 0x30...0x39, UInt8(ascii: "-"): true
        default: false
        }
    }

    /// Returns whether `other` is a later version. 1.10 is later than 1.9, and 2 equals 2.0.
    package func isBefore(_ other: ClientVersion) -> Bool {
        for index in 0..<max(numbers.count, other.numbers.count) {
            let mine = index < numbers.count ? numbers[index] : 0
            let theirs = index < other.numbers.count ? other.numbers[index] : 0
            if mine != theirs { return mine < theirs }
        }
        return false
    }
}

extension ClientVersion: CustomStringConvertible {
    package var description: String { "\(name)/\(numbers.map(String.init).joined(separator: "."))" }
}

/// The oldest supported version of each client.
package struct MinimumClientVersions: Sendable {
    private let minimums: [String: ClientVersion]
    private let updateURL: String

    /// - Parameter updateURL: The address at which newer versions are available.
    package init(_ minimums: [ClientVersion], updateURL: String) {
        self.minimums = Dictionary(minimums.map { ($0.name, $0) }) { first, second in
            first.isBefore(second) ? second : first
        }
        self.updateURL = updateURL
    }

    package static let none = MinimumClientVersions([], updateURL: "")

    /// Rejects outdated clients. Clients without the header and unknown clients are accepted.
    ///
    /// - Throws: 426 if the client is older than its oldest supported version.
    func check(_ headers: HTTPFields) throws(Problem) {
        guard let field = headers[.noonishClient], let client = ClientVersion(field),
            let minimum = minimums[client.name], client.isBefore(minimum)
        else { return }
        throw Self.outdated(client, minimum: minimum, updateURL: updateURL)
    }

    /// - Source: RFC 9110, section 15.5.22: a 426 names the acceptable protocols in `Upgrade`.
    static func outdated(_ client: ClientVersion, minimum: ClientVersion, updateURL: String) -> Problem {
        Problem(
            "client_outdated", .upgradeRequired, title: "This version of the app is too old",
            detail: "You have \(client); \(minimum) or newer is required. Update at \(updateURL).",
            members: [Problem.Member("update", updateURL)],
            headers: [.upgrade: minimum.description, .connection: "upgrade"]
        ).withArguments(["update": .text(updateURL)])
    }
}

extension HTTPField.Name {
    /// The client's name and version.
    package static let noonishClient = constant("Noonish-Client")
}
