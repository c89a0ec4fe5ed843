import Access
import Foundation
import JSON
import OpenAPI

// The reference example of a former response shape: copy it for the next one.

extension FormerShape {
    /// One list of requests, each with its `direction`, instead of a list for each direction.
    static let friendsWithOneList = FormerShape(
        1, deprecatedAt: Date(timeIntervalSince1970: 1_788_220_800),  // 2026-09-01
        sunset: Date(timeIntervalSince1970: 1_819_756_800)  // 2027-09-01
    ) { body in
        guard case .object(let page) = body else { return body }
        let members = page.members.map { member in
            guard member.name == "requests", case .object(let parted) = member.value else { return member }
            let all = parted.members.flatMap { member -> [JSONValue] in
                if case .array(let requests) = member.value { requests } else { [] }
            }
            return JSONObject.Member(name: "requests", value: .array(all))
        }
        return .object(JSONObject(members: members))
    }
}

extension Schema {
    /// The schema of the earlier shape.
    static let friendsWithOneList = Schema.page(
        of: .friend, .field("requests", .array(of: .friendRequest), "Those to the reader, then the reader's.")
    )
}
