extension KeptContract {
    /// Routes that are not described yet: their answers are held to nothing. A route is taken from here when it is described,
    /// and none is added.
    package static let undescribed = [
        "/v1/auth/facebook/", "/v1/auth/oidc/", "/v1/auth/passkeys/", "/v1/me/passkeys", "/v1/me/identities",
    ]

    package static func isUndescribed(_ path: String) -> Bool { undescribed.contains { path.hasPrefix($0) } }
}
