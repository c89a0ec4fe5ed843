import HTTPKit
import NIOCore
import Testing

@Suite struct EntityTagTests {
    private let tag = EntityTag(version: 7, hash: "abc")

    @Test func `names the version and this representation`() {
        let plain = EntityTag(.version(7), representation: ByteBuffer(string: "soup"))
        let other = EntityTag(.version(7), representation: ByteBuffer(string: "stew"))
        let list = EntityTag(.content, representation: ByteBuffer(string: "soup"))

        #expect(plain.description.wholeMatch(of: /"7\.[0-9a-f]{24}"/) != nil)
        #expect(plain != other)
        #expect(list.description == "\"0.\(plain.hash)\"")
    }

    @Test(arguments: [
        #""7.abc""#, #""7.other""#, #"W/"7.abc""#, #""7.abc-gz""#, #""1.x", "7.y""#, "*", #"  "7.abc"  "#,
        #""7""#,
    ])
    func `If-Match means the version, whatever the representation`(text: String) throws {
        #expect(try TagCondition(text).permits(version: 7))
    }

    @Test(arguments: [#""6.abc""#, #""77.abc""#, #""abc.7""#, #""""#, #""1.a","2.b""#])
    func `If-Match refuses other versions`(text: String) throws {
        #expect(try !TagCondition(text).permits(version: 7))
    }

    @Test(arguments: [
        #""7.abc""#, #"W/"7.abc""#, #""7.abc-gz""#, #""1.x" , W/"7.abc""#, "*", #""a,b","7.abc""#,
    ])
    func `If-None-Match knows the representation, weakly and compressed too`(text: String) throws {
        #expect(try TagCondition(text).has(tag))
    }

    @Test(arguments: [#""7.abcd""#, #""7.other""#, #""7""#, #""8.abc""#])
    func `If-None-Match does not take one for the other`(text: String) throws {
        #expect(try !TagCondition(text).has(tag))
    }

    @Test(arguments: ["", "7.abc", #""7.abc"#, #""a" "b""#, #""a";"b""#, "**", ",", #"w/"a""#])
    func `refuses what is no list of tags`(text: String) throws {
        let problem = try #require(throws: Problem.self) { try TagCondition(text) }

        #expect(problem.code == "malformed_condition")
    }
}
