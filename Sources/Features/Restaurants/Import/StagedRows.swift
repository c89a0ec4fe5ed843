import Postgres

/// The rows of a file for the staging table, produced at the pace of the database.
struct StagedRows<Splitter: RecordSplitter>: AsyncSequence {
    let records: ImportRecords<Splitter>
    let plan: ImportPlan
    let tally: ImportTally

    func makeAsyncIterator() -> Iterator {
        Iterator(records: records.makeAsyncIterator(), plan: plan, tally: tally)
    }

    struct Iterator: AsyncIteratorProtocol {
        var records: ImportRecords<Splitter>.Iterator
        let plan: ImportPlan
        let tally: ImportTally

        mutating func next() async throws -> CopyRow? {
            while let next = try await records.next() {
                guard let record = next else {
                    tally.skip(.malformed)
                    continue
                }
                do throws(SkipReason) {
                    let restaurant = try plan.restaurant(record)
                    return restaurant.row(importID: plan.importID, ordinal: tally.stage(restaurant))
                } catch {
                    tally.skip(error)
                }
            }
            return nil
        }
    }
}
