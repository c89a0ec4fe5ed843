package import NoonishAPI
package import Postgres

/// Commands by which operators change a profile.
extension Command {
    /// Removes a person's picture.
    package static func removePicture(of person: PersonID) -> Self {
        Command("people.remove_picture", "DELETE FROM profile_picture WHERE person_id = \(person)")
    }
}
