import Initializers
package import NoonishAPI
import People
package import Postgres

/// Finds the people who have shared an outing.
@MemberwiseInit
package struct OutingCompanions: SharedOutings {
    let database: any Database

    package func haveSharedOuting(_ one: PersonID, _ other: PersonID) async throws -> Bool {
        try await !database.all(.companions(of: one, among: [other])).isEmpty
    }

    package func companions(of person: PersonID, among others: [PersonID]) async throws -> Set<PersonID> {
        Set(try await database.all(.companions(of: person, among: others)))
    }
}
