import Encoding
import Testing

@Suite struct EncodingTests {
    /// - Source: RFC 4648, section 10, without padding.
    @Test(arguments: [
        ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"), ("fooba", "Zm9vYmE"),
        ("foobar", "Zm9vYmFy"),
    ])
    func `base64url encodes and decodes the vectors of RFC 4648`(plain: String, encoded: String) {
        #expect(Base64URL.encode(Array(plain.utf8)) == encoded)
        #expect(Base64URL.decode(encoded) == Array(plain.utf8))
    }

    @Test func `base64url uses the alphabet that is safe in URLs, and accepts padding only on request`() {
        #expect(Base64URL.encode([0xfb, 0xff, 0xfe]) == "-__-")
        #expect(Base64URL.decode("-__-") == [0xfb, 0xff, 0xfe])
        #expect(Base64URL.decode("Zg==") == nil)
        #expect(Base64URL.decode("Zg==", allowsPadding: true) == Array("f".utf8))
        for text in ["Z", "+//+", "Zm 8", "Zm8\n", "Zm=8", "é"] {
            #expect(Base64URL.decode(text) == nil)
            #expect(Base64URL.decode(text, allowsPadding: true) == nil)
        }
    }

    @Test func `hexadecimal writes lower case and reads both`() {
        #expect(Hexadecimal.encode([0x00, 0x0f, 0xa0, 0xff]) == "000fa0ff")
        #expect(Hexadecimal.decode("000fa0ff") == [0x00, 0x0f, 0xa0, 0xff])
        #expect(Hexadecimal.decode("000FA0FF") == [0x00, 0x0f, 0xa0, 0xff])
        for text in ["0", "0g", "+1", "0x", "00 "] { #expect(Hexadecimal.decode(text) == nil) }
    }

    @Test(arguments: [
        ("=HYPERLINK(1)", "'=HYPERLINK(1)"), ("@a", "'@a"), ("\tx", "'\tx"), ("\u{200b}=1", "'\u{200b}=1"),
        ("a,b", "\"a,b\""), ("a\"b", "\"a\"\"b\""), ("a\nb", "\"a\nb\""), ("Soup", "Soup"),
        ("-12.40", "-12.40"), ("-1", "-1"), ("-", "'-"), ("--1", "'--1"), ("-1.2.3", "'-1.2.3"),
        ("-1+1", "'-1+1"),
        ("-.", "'-."), ("+358 40 123 4567", "+358 40 123 4567"), ("+358401234567", "+358401234567"),
        ("+", "'+"), ("+ 1", "'+ 1"), ("+1+1", "'+1+1"), ("+1-1", "'+1-1"), ("+A1", "'+A1"), ("++1", "'++1"),
        ("+1\t1", "'+1\t1"), ("+1\n=1", "\"'+1\n=1\""), (" +1", "' +1"),
    ])
    func `72 a cell is no formula, and is quoted where it must be`(text: String, cell: String) {
        #expect(CSVText.cell(text) == cell)
    }
}
