package import JSON
internal import Jobs
package import NoonishAPI

/// Erases a person whose erasure is due. The room that does it knows what all features store; any room may ask for it.
package struct ErasePerson: Job {
    package static let kind = "privacy.erase_person"
    package static let attempts: Int? = nil

    package let person: PersonID
    package var uniqueKey: String? { person.description }

    package init(_ person: PersonID) { self.person = person }

    package init(from reader: inout JSONReader) throws(JSONFault) {
        let members = try reader.members()
        person = try members("person")
    }

    package func encode(to writer: inout JSONWriter) { writer.object { $0.field("person", person) } }
}
