public import JSON

/// What the live stream says besides updates.
public enum UpdateStreamEvent {
    /// First of all: the stream goes on after this update.
    public struct Hello: Hashable, Sendable, JSONEncodable {
        public var from: Int

        public init(from: Int) { self.from = from }

        public func encode(to writer: inout JSONWriter) {
            writer.object { $0.field("from", from) }
        }
    }

    /// What the client has cannot be continued: read everything anew. The stream goes on after update `seq`.
    public struct Reset: Hashable, Sendable, JSONEncodable {
        public var seq: Int

        public init(seq: Int) { self.seq = seq }

        public func encode(to writer: inout JSONWriter) {
            writer.object { $0.field("seq", seq) }
        }
    }

    /// A hint that an outing stands at this revision now: whoever shows an older one reads it again.
    public struct Revision: Hashable, Sendable, JSONEncodable {
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
    }
}
