package import JSON
import Jobs
package import NoonishAPI

/// The job that erases a person whose erasure is due. Any room may enqueue it; the worker is in the room that
/// knows the personal data of all features.
@JSONObject
package struct ErasePerson: Job, JSONCodable {
    package static let kind = "privacy.erase_person"
    package static let attempts: Int? = nil

    package let person: PersonID
    package var uniqueKey: String? { person.description }

    package init(_ person: PersonID) { self.person = person }
}
