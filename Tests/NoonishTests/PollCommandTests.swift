import Foundation
import Testing

/// `noonish poll verify`, with a vote that another program counted and drew by the rule of docs/polls-and-suggestions.md.
@Suite struct PollCommandTests {
    private func verify(_ text: String) async throws -> (status: Int32, output: String) {
        let file = "/tmp/noonish-poll-\(UUID().uuidString.prefix(8)).json"
        try text.write(toFile: file, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(atPath: file) }
        let outcome = try await noonish(["poll", "verify", file], [:])
        return (outcome.status, outcome.output + outcome.errors)
    }

    @Test func `a tie that was drawn by the rule holds, and nothing else`() async throws {
        let holds = try await verify(Self.vote)
        let other = try await verify(
            Self.vote.replacing(
                #""winner": "0198c0de-0000-7000-8000-000000000001""#,
                with: #""winner": "0198c0de-0000-7000-8000-000000000002""#))
        let text = try await verify("not a vote")

        #expect(holds.status == 0, "\(holds.output)")
        #expect(holds.output.split(separator: "\n").count == 5)
        #expect(other.status == 1 && other.output.contains("FALSE  drawn"))
        #expect(text.status == 65)
    }

    private static let vote = #"""
        {
          "id": "0198c0de-0000-7000-8000-0000000000aa",
          "state": "closed",
          "voters": 2,
          "options": [
            {
              "id": "0198c0de-0000-7000-8000-000000000001",
              "tally": {
                "yes": 1,
                "maybe": 0,
                "no": 0
              }
            },
            {
              "id": "0198c0de-0000-7000-8000-000000000002",
              "tally": {
                "yes": 1,
                "maybe": 0,
                "no": 0
              }
            },
            {
              "id": "0198c0de-0000-7000-8000-000000000003",
              "tally": {
                "yes": 0,
                "maybe": 1,
                "no": 1
              }
            }
          ],
          "ballots": [
            {
              "id": "0198c0de-0000-7000-8000-0000000000b1",
              "votes": [
                {
                  "option": "0198c0de-0000-7000-8000-000000000001",
                  "answer": "yes"
                },
                {
                  "option": "0198c0de-0000-7000-8000-000000000003",
                  "answer": "no"
                }
              ]
            },
            {
              "id": "0198c0de-0000-7000-8000-0000000000b2",
              "votes": [
                {
                  "option": "0198c0de-0000-7000-8000-000000000002",
                  "answer": "yes"
                },
                {
                  "option": "0198c0de-0000-7000-8000-000000000003",
                  "answer": "maybe"
                }
              ]
            }
          ],
          "result": {
            "winner": "0198c0de-0000-7000-8000-000000000001",
            "best": [
              "0198c0de-0000-7000-8000-000000000001",
              "0198c0de-0000-7000-8000-000000000002"
            ],
            "drawn": true,
            "applied": false
          },
          "draw": {
            "commitment": "4bb06f8e4e3a7715d201d573d0aa423762e55dabd61a2c02278fa56cc6d294e0",
            "seed": "0707070707070707070707070707070707070707070707070707070707070707",
            "votesDigest": "2c2440d678cd5202dacac853168ee20da58dd880f70b28e803545892cbf204de"
          }
        }
        """#
}
