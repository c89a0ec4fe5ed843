/// Splits the bytes of a file into records. It buffers one record at a time, so memory does not grow with the
/// file.
package protocol RecordSplitter {
    /// Returns the records that end in `chunk`; `nil` stands for an unreadable one.
    mutating func take(_ chunk: [UInt8]) throws(ImportFault) -> [ImportRecord?]
    /// Returns the remaining records at the end of the file.
    mutating func finish() throws(ImportFault) -> [ImportRecord?]
}

/// The records of a file, read on demand.
struct ImportRecords<Splitter: RecordSplitter>: AsyncSequence {
    let chunks: FileChunks
    let splitter: Splitter
    /// Called with the size of every chunk.
    let onBytes: @Sendable (Int) -> Void

    func makeAsyncIterator() -> Iterator {
        Iterator(chunks: chunks.makeAsyncIterator(), splitter: splitter, onBytes: onBytes)
    }

    struct Iterator: AsyncIteratorProtocol {
        var chunks: FileChunks.Iterator
        var splitter: Splitter
        let onBytes: @Sendable (Int) -> Void
        private var ready: ArraySlice<ImportRecord?> = []
        private var isOver = false

        init(chunks: FileChunks.Iterator, splitter: Splitter, onBytes: @escaping @Sendable (Int) -> Void) {
            self.chunks = chunks
            self.splitter = splitter
            self.onBytes = onBytes
        }

        mutating func next() async throws -> ImportRecord?? {
            while ready.isEmpty {
                if isOver { return nil }
                if let chunk = try await chunks.next() {
                    onBytes(chunk.count)
                    ready = try splitter.take(chunk)[...]
                } else {
                    isOver = true
                    ready = try splitter.finish()[...]
                }
            }
            return .some(ready.removeFirst())
        }
    }
}
