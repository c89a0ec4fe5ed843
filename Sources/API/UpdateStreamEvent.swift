public import JSON

/// The events of the live stream other than updates.
public enum UpdateStreamEvent {
    /// The first event: the stream continues after this update.
    public struct Hello: Hashable, Sendable, JSONCodable {
        public var from: Int

        public init(from: Int) { self.from = from }

        public func encode(to writer: inout JSONWriter) {
            writer.object { $0.field("from", from) }
        }

        public init(from reader: inout JSONReader) throws(JSONFault) {
            try self.init(from: reader.members()("from"))
        }
    }

    /// The client's state is too old to be continued: read everything again. The stream continues after
    /// update `seq`.
    public struct Reset: Hashable, Sendable, JSONCodable {
        public var seq: Int

        public init(seq: Int) { self.seq = seq }

        public func encode(to writer: inout JSONWriter) {
            writer.object { $0.field("seq", seq) }
        }

        public init(from reader: inout JSONReader) throws(JSONFault) {
            try self.init(seq: reader.members()("seq"))
        }
    }

    /// The current revision of an outing. A client that shows an older one must read the outing again.
    public struct Revision: Hashable, Sendable, JSONCodable {
        public var outing: OutingID
        public var rev: Int
        public var version: Int

        public init(outing: OutingID, rev: Int, version: Int) {
            self.outing = outing
            self.rev = rev
            self.version = version
        }

        public func encode(to writer: inout JSONWriter) {
            writer.object {
                $0.field("outing", outing)
                $0.field("rev", rev)
                $0.field("version", version)
            }
        }

        public init(from reader: inout JSONReader) throws(JSONFault) {
            let read = try reader.members()
            try self.init(outing: read("outing"), rev: read("rev"), version: read("version"))
        }
    }
}
