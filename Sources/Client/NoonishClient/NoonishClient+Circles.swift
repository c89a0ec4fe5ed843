public import Foundation
public import NoonishAPI

/// A circle's past visits, and proposals for its next outing.
extension NoonishClient {
    /// Returns a circle.
    public func circle(_ id: CircleID) async throws -> Resource<Circle> {
        try await read(Call(.readCircle, id))
    }

    /// Lists the circle's past visits, newest first.
    public func memory(
        of id: CircleID, limit: Int? = nil, cursor: String? = nil
    ) async throws -> Resource<Page<CircleVisit>> {
        try await read(Call(.readCircleMemory, id, query: .page(limit, cursor)))
    }

    /// Proposes a time and a few places, each with reasons.
    ///
    /// - Parameters:
    ///   - place: Degrees, WGS 84; `nil` for where the circle usually eats.
    ///   - date: `nil` for when the circle usually meets.
    public func proposal(
        for id: CircleID, near place: (latitude: Double, longitude: Double)? = nil, at date: Date? = nil
    ) async throws -> Resource<CircleProposal> {
        try await read(
            Call(
                .proposeNext, id,
                query: [
                    ("near", place.map { "\($0.latitude),\($0.longitude)" }),
                    ("at", date.map { $0.formatted(.iso8601) }),
                ]))
    }
}
