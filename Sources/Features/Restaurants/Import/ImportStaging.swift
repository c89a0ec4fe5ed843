import Postgres

/// The staging table, which receives the records of one import before they are merged.
struct ImportStaging: Sendable {
    let database: PostgresClient
    let plan: ImportPlan
    let tally: ImportTally

    init(database: PostgresClient, plan: ImportPlan, progress: @escaping @Sendable (ImportProgress) -> Void) {
        self.database = database
        self.plan = plan
        tally = ImportTally(progress: progress)
    }

    /// Copies records that are restaurants and counts the others, all of them or none.
    func copy(_ chunks: FileChunks, _ splitter: some RecordSplitter) async throws {
        let records = ImportRecords(chunks: chunks, splitter: splitter, onBytes: tally.addBytes)
        try await database.copy(
            into: ImportedRestaurant.stagingColumns,
            rows: StagedRows(records: records, plan: plan, tally: tally))
    }
}
