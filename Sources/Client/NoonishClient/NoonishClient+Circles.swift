public import Foundation
public import NoonishAPI

/// A circle's past visits, and proposals for its next outing.
extension NoonishClient {
    /// `GET /v1/circles/{id}`
    public func circle(_ id: CircleID) async throws -> Resource<Circle> {
        try await read(.get("/v1/circles/\(id)"))
    }

    /// `GET /v1/circles/{id}/memory`: lists the circle's past visits, newest first.
    public func memory(
        of id: CircleID, limit: Int? = nil, cursor: String? = nil
    ) async throws -> Resource<Page<CircleVisit>> {
        try await read(
            .get("/v1/circles/\(id)/memory", [("limit", limit.map(String.init)), ("cursor", cursor)]))
    }

    /// `GET /v1/circles/{id}/proposal`: proposes a time and a few places, each with reasons.
    ///
    /// - Parameters:
    ///   - place: Degrees, WGS 84; `nil` for where the circle usually eats.
    ///   - date: `nil` for when the circle usually meets.
    public func proposal(
        for id: CircleID, near place: (latitude: Double, longitude: Double)? = nil, at date: Date? = nil
    ) async throws -> Resource<CircleProposal> {
        try await read(
            .get(
                "/v1/circles/\(id)/proposal",
                [
                    ("near", place.map { "\($0.latitude),\($0.longitude)" }),
                    ("at", date.map { $0.formatted(.iso8601) }),
                ]))
    }
}
