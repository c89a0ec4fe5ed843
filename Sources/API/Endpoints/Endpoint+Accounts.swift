/// Signing in, sessions, passkeys and identities.
extension Endpoint {
    public static var requestSignInMail: Endpoint { .post("/v1/auth/email") }
    public static var signInByMail: Endpoint { .post("/v1/auth/email/verify") }
    public static var listSignInMethods: Endpoint { .get("/v1/auth/providers") }
    public static var requestAddressChange: Endpoint { .post("/v1/me/email") }
    public static var changeAddress: Endpoint { .post("/v1/me/email/verify") }
    public static var listSessions: Endpoint { .get("/v1/sessions") }
    public static var endSession: Endpoint { .delete("/v1/sessions/{id}") }
    public static var beginAtProvider: Endpoint { .post("/v1/auth/oidc/{provider}") }
    public static var returnFromProvider: Endpoint { .get("/v1/auth/oidc/{provider}/callback") }
    public static var returnFromProviderByForm: Endpoint { .post("/v1/auth/oidc/{provider}/callback") }
    public static var signInByIDToken: Endpoint { .post("/v1/auth/oidc/{provider}/token") }
    public static var deleteFromFacebook: Endpoint { .post("/v1/auth/facebook/delete") }
    public static var readFacebookDeletion: Endpoint { .get("/v1/auth/facebook/deletions/{code}") }
    public static var deauthoriseFromFacebook: Endpoint { .post("/v1/auth/facebook/deauthorise") }
    public static var listIdentities: Endpoint { .get("/v1/me/identities") }
    public static var removeIdentity: Endpoint { .delete("/v1/me/identities/{id}") }
    public static var listFriendsAtProvider: Endpoint { .get("/v1/me/identities/{id}/friends") }
    public static var beginPasskeySignIn: Endpoint { .post("/v1/auth/passkeys/options") }
    public static var signInByPasskey: Endpoint { .post("/v1/auth/passkeys/verify") }
    public static var listPasskeys: Endpoint { .get("/v1/me/passkeys") }
    public static var beginPasskey: Endpoint { .post("/v1/me/passkeys/options") }
    public static var addPasskey: Endpoint { .post("/v1/me/passkeys") }
    public static var renamePasskey: Endpoint { .patch("/v1/me/passkeys/{id}") }
    public static var removePasskey: Endpoint { .delete("/v1/me/passkeys/{id}") }
}
