/// Profiles, friends, blocks and contacts.
extension Endpoint {
    public static var listBlocked: Endpoint { Endpoint(.get, "/v1/friends/blocked") }
    public static var blockPerson: Endpoint { Endpoint(.put, "/v1/people/{id}/block") }
    public static var unblockPerson: Endpoint { Endpoint(.delete, "/v1/people/{id}/block") }
    public static var matchContacts: Endpoint { Endpoint(.post, "/v1/friends/contacts") }
    public static var readFriendSettings: Endpoint { Endpoint(.get, "/v1/friends/settings") }
    public static var editFriendSettings: Endpoint { Endpoint(.put, "/v1/friends/settings") }
    public static var readMe: Endpoint { Endpoint(.get, "/v1/me") }
    public static var editMe: Endpoint { Endpoint(.patch, "/v1/me") }
    public static var readPerson: Endpoint { Endpoint(.get, "/v1/people/{id}") }
    public static var listFriends: Endpoint { Endpoint(.get, "/v1/friends") }
    public static var listFriendRequests: Endpoint { Endpoint(.get, "/v1/friends/requests") }
    public static var requestFriend: Endpoint { Endpoint(.post, "/v1/friends/requests") }
    public static var withdrawFriendRequest: Endpoint { Endpoint(.delete, "/v1/friends/requests/{id}") }
    public static var acceptFriendRequest: Endpoint { Endpoint(.post, "/v1/friends/requests/{id}/accept") }
    public static var declineFriendRequest: Endpoint { Endpoint(.post, "/v1/friends/requests/{id}/decline") }
    public static var removeFriend: Endpoint { Endpoint(.delete, "/v1/friends/{id}") }
    public static var readDiets: Endpoint { Endpoint(.get, "/v1/me/diets") }
    public static var replaceDiets: Endpoint { Endpoint(.put, "/v1/me/diets") }
    public static var replacePicture: Endpoint { Endpoint(.put, "/v1/me/picture") }
    public static var removePicture: Endpoint { Endpoint(.delete, "/v1/me/picture") }
    public static var readPicture: Endpoint { Endpoint(.get, "/v1/people/{id}/picture") }
}
