package import NoonishAPI
import Outings

/// The names of people in news, as the list of each outing shows them to its reader.
package struct ListedNames: Sendable {
    let names: [PersonID: String]
    let unnamed: [OutingID: [UnnamedGuest]]

    init(names: [PersonID: String] = [:], unnamed: [OutingID: [UnnamedGuest]] = [:]) {
        self.names = names
        self.unnamed = unnamed
    }

    package func names(in outing: OutingID, for reader: PersonID, isHost: Bool) -> [PersonID: String] {
        var seen = names
        for guest in unnamed[outing] ?? [] {
            if let name = guest.name(to: reader, isHost: isHost) { seen[guest.person] = name }
        }
        return seen
    }
}
