/// Signing in, sessions, passkeys and identities.
extension Endpoint {
    public static var requestSignInMail: Endpoint { Endpoint(.post, "/v1/auth/email") }
    public static var signInByMail: Endpoint { Endpoint(.post, "/v1/auth/email/verify") }
    public static var listSignInMethods: Endpoint { Endpoint(.get, "/v1/auth/providers") }
    public static var requestAddressChange: Endpoint { Endpoint(.post, "/v1/me/email") }
    public static var changeAddress: Endpoint { Endpoint(.post, "/v1/me/email/verify") }
    public static var listSessions: Endpoint { Endpoint(.get, "/v1/sessions") }
    public static var endSession: Endpoint { Endpoint(.delete, "/v1/sessions/{id}") }
    public static var beginAtProvider: Endpoint { Endpoint(.post, "/v1/auth/oidc/{provider}") }
    public static var returnFromProvider: Endpoint { Endpoint(.get, "/v1/auth/oidc/{provider}/callback") }
    public static var returnFromProviderByForm: Endpoint {
        Endpoint(.post, "/v1/auth/oidc/{provider}/callback")
    }
    public static var signInByIDToken: Endpoint { Endpoint(.post, "/v1/auth/oidc/{provider}/token") }
    public static var deleteFromFacebook: Endpoint { Endpoint(.post, "/v1/auth/facebook/delete") }
    public static var readFacebookDeletion: Endpoint { Endpoint(.get, "/v1/auth/facebook/deletions/{code}") }
    public static var deauthoriseFromFacebook: Endpoint { Endpoint(.post, "/v1/auth/facebook/deauthorise") }
    public static var listIdentities: Endpoint { Endpoint(.get, "/v1/me/identities") }
    public static var removeIdentity: Endpoint { Endpoint(.delete, "/v1/me/identities/{id}") }
    public static var listFriendsAtProvider: Endpoint { Endpoint(.get, "/v1/me/identities/{id}/friends") }
    public static var beginPasskeySignIn: Endpoint { Endpoint(.post, "/v1/auth/passkeys/options") }
    public static var signInByPasskey: Endpoint { Endpoint(.post, "/v1/auth/passkeys/verify") }
    public static var listPasskeys: Endpoint { Endpoint(.get, "/v1/me/passkeys") }
    public static var beginPasskey: Endpoint { Endpoint(.post, "/v1/me/passkeys/options") }
    public static var addPasskey: Endpoint { Endpoint(.post, "/v1/me/passkeys") }
    public static var renamePasskey: Endpoint { Endpoint(.patch, "/v1/me/passkeys/{id}") }
    public static var removePasskey: Endpoint { Endpoint(.delete, "/v1/me/passkeys/{id}") }
}
