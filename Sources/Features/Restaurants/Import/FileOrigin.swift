import NoonishAPI

/// A file of restaurants.
struct FileOrigin: StoredOrigin {
    let source: RestaurantSource
    let request: ImportRequest

    nonisolated(nonsending) func stage(into staging: ImportStaging) async throws {
        try await OpenStreetMapFile.prepared(request) { file in
            staging.tally.expect(bytes: file.size)
            try await file.withChunks { chunks in
                switch request.format {
                case .osm, .geojson, .json: try await staging.copy(chunks, JSONSplitter())
                case .csv:
                    let isTabbed = [".tsv", ".tab"].contains { file.plainName.hasSuffix($0) }
                    let splitter = DelimitedSplitter(
                        columns: staging.plan.mapping?.columns,
                        delimiter: isTabbed ? UInt8(ascii: "\t") : nil)
                    try await staging.copy(chunks, splitter)
                }
            }
        }
    }

    nonisolated(nonsending) func names() async throws -> GazetteerExtract? {
        try await OpenStreetMapFile.withNames(request) { file in
            try await file.withChunks { chunks in
                var names = GazetteerExtract()
                let records = ImportRecords(chunks: chunks, splitter: JSONSplitter(), onBytes: { _ in })
                for try await record in records {
                    // A place that cannot be read is left out.
                    if let record { names.add(record) }
                }
                names.finish()
                return names
            }
        }
    }
}
