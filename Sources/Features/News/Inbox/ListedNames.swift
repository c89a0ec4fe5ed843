import Initializers
package import NoonishAPI
package import Outings

/// The names of people in news, as the list of each outing shows them to its reader.
@MemberwiseInit
package struct ListedNames: Sendable {
    var names: [PersonID: String] = [:]
    var unnamed: [OutingID: [UnnamedGuest]] = [:]

    package func names(in outing: OutingID, for reader: PersonID, isHost: Bool) -> [PersonID: String] {
        var seen = names
        for guest in unnamed[outing] ?? [] {
            if let name = guest.name(to: reader, isHost: isHost) { seen[guest.person] = name }
        }
        return seen
    }
}
