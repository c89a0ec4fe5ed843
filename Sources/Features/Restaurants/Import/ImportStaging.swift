import Postgres

/// Where the records of one import go before they are merged: the staging table.
struct ImportStaging: Sendable {
    let database: PostgresClient
    let plan: ImportPlan
    let tally: ImportTally

    init(database: PostgresClient, plan: ImportPlan, progress: @escaping @Sendable (ImportProgress) -> Void) {
        self.database = database
        self.plan = plan
        tally = ImportTally(progress: progress)
    }

    /// Copies what becomes a restaurant and counts the rest; all of it or nothing.
    func copy(_ chunks: FileChunks, _ splitter: some RecordSplitter) async throws {
        let records = ImportRecords(chunks: chunks, splitter: splitter, onBytes: tally.addBytes)
        try await database.copy(
            into: ImportedRestaurant.stagingColumns,
            rows: StagedRows(records: records, plan: plan, tally: tally))
    }
}
