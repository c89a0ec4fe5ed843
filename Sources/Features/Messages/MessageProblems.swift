package import HTTPKit

/// Problems that requests about messages can return.
package enum MessageProblems {
    package static let closed = Problem.conflict(
        "talk_closed", "This outing ended too long ago to post messages.")
    static let editingPeriodEnded = Problem.conflict(
        "message_settled", "A message can be edited for an hour. You can still delete it.")
    static let deleted = Problem.conflict("message_deleted", "This message was deleted.")
    static let mentionedPersonNotInvited = Problem.unprocessable(
        "mention_not_on_the_list", "Only people on the list can be mentioned.", pointer: "/mentions")
}
