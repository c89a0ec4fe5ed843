/// Profiles, friends, blocks and contacts.
extension Endpoint {
    public static var listBlocked: Endpoint { .get("/v1/friends/blocked") }
    public static var blockPerson: Endpoint { .put("/v1/people/{id}/block") }
    public static var unblockPerson: Endpoint { .delete("/v1/people/{id}/block") }
    public static var matchContacts: Endpoint { .post("/v1/friends/contacts") }
    public static var readFriendSettings: Endpoint { .get("/v1/friends/settings") }
    public static var editFriendSettings: Endpoint { .put("/v1/friends/settings") }
    public static var readMe: Endpoint { .get("/v1/me") }
    public static var editMe: Endpoint { .patch("/v1/me") }
    public static var readPerson: Endpoint { .get("/v1/people/{id}") }
    public static var listFriends: Endpoint { .get("/v1/friends") }
    public static var listFriendRequests: Endpoint { .get("/v1/friends/requests") }
    public static var requestFriend: Endpoint { .post("/v1/friends/requests") }
    public static var withdrawFriendRequest: Endpoint { .delete("/v1/friends/requests/{id}") }
    public static var acceptFriendRequest: Endpoint { .post("/v1/friends/requests/{id}/accept") }
    public static var declineFriendRequest: Endpoint { .post("/v1/friends/requests/{id}/decline") }
    public static var removeFriend: Endpoint { .delete("/v1/friends/{id}") }
    public static var readDiets: Endpoint { .get("/v1/me/diets") }
    public static var replaceDiets: Endpoint { .put("/v1/me/diets") }
    public static var replacePicture: Endpoint { .put("/v1/me/picture") }
    public static var removePicture: Endpoint { .delete("/v1/me/picture") }
    public static var readPicture: Endpoint { .get("/v1/people/{id}/picture") }
}
