package import NoonishAPI
package import Postgres
package import Privacy

/// Exports and erases a person's ratings and picks. Both tables also cascade from `person`. The mean ratings
/// of the places are recomputed when ratings are deleted.
package struct VisitPersonalData: PersonalDataStore {
    package let files: [PersonalFile] = [
        PersonalFile(
            "ratings.json", "visits.export_ratings",
            .list(
                of:
                    "'outing', r.outing_id, 'place', p.name, 'stars', r.stars, 'words', r.comment, 'at', r.updated_at",
                orderedBy: "r.outing_id",
                "FROM rating AS r JOIN restaurant AS p ON p.id = r.restaurant_id WHERE r.person_id = own.id")),
        PersonalFile(
            "picks.json", "visits.export_place_proposers",
            .list(
                of: "'outing', k.outing_id, 'place', o.place_name, 'at', k.at", orderedBy: "k.outing_id",
                "FROM place_proposer AS k JOIN outing AS o ON o.id = k.outing_id WHERE k.person_id = own.id")),
    ]

    package init() {}

    package func erasure(of person: PersonID) -> [Command] {
        [
            Command("visits.erase_ratings", "DELETE FROM rating WHERE person_id = \(person)"),
            Command("visits.erase_place_proposers", "DELETE FROM place_proposer WHERE person_id = \(person)"),
        ]
    }
}
