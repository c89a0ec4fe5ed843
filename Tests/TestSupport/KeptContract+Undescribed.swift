extension KeptContract {
    /// Routes that are not described yet, as beginnings of their paths: their answers are held to nothing. One is taken from
    /// here when it is described, and none is added.
    private static let undescribed = [
        "/v1/auth/facebook/", "/v1/auth/oidc/", "/v1/auth/passkeys/", "/v1/me/passkeys", "/v1/me/identities",
        "/v1/me/erasure", "/v1/me/exports", "/v1/me/diets", "/v1/me/picture", "/v1/operator/", "/operator",
        "/v1/invitations/resend", "/lost-link", "/v1/privacy",
    ]

    /// The same, as ends of paths.
    private static let undescribedEnds = ["/claim", "/resend", "/data", "/picture", "/reports"]

    package static func isUndescribed(_ path: String) -> Bool {
        undescribed.contains { path.hasPrefix($0) } || undescribedEnds.contains { path.hasSuffix($0) }
    }
}
