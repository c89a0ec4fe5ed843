/// The cyclic redundancy check CRC-16/IBM-3740, also called CCITT-FALSE.
///
/// - Source: ISO/IEC 13239 with polynomial 0x1021 and initial value 0xFFFF, as EMVCo's specification has it, section 4.7.3.
enum CRC16 {
    static func checksum(_ bytes: some Sequence<UInt8>) -> UInt16 {
        var checksum: UInt16 = 0xFFFF
        for byte in bytes {
            checksum ^= UInt16(byte) << 8
            for _ in 0..<8 { checksum = checksum & 0x8000 == 0 ? checksum << 1 : checksum << 1 ^ 0x1021 }
        }
        return checksum
    }
}
