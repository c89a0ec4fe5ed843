package import JSON
package import OpenAPI

/// The answer to a request whose outcome is not reported, so that it says nothing about an address.
@JSONObject
package struct RequestReceipt: JSONEncodable {
    package let state: String = "asked"
}

extension Schema {
    package static let requestReceipt = Schema.named(
        "RequestReceipt", .object(.field("state", .constant("asked"))))
}
