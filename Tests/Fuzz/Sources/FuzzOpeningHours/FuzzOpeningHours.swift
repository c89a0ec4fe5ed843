import CivilTime
import Foundation
import OpeningHours

/// Feeds bytes to the grammar, and asks what they say at a moment that hangs on them.
@_cdecl("LLVMFuzzerTestOneInput")
public func tryBytes(_ bytes: UnsafePointer<UInt8>?, _ length: Int) -> CInt {
    let input = UnsafeBufferPointer(start: bytes, count: length)
    guard let schedule = try? Schedule(String(decoding: input, as: UTF8.self)) else { return 0 }
    // FNV-1a, 32 bits: some second until 2106.
    let seconds = input.reduce(2_166_136_261 as UInt32) { ($0 ^ UInt32($1)) &* 16_777_619 }
    let instant = Date(timeIntervalSince1970: Double(seconds))
    let answer = schedule.answer(at: instant, in: helsinki)
    guard let until = answer.until else { return 0 }
    precondition(until > instant, "a change that is not later")
    precondition(schedule.state(at: until, in: helsinki) != answer.state, "a change that is none")
    return 0
}

@_silgen_name("LLVMFuzzerRunDriver")
private func runFuzzer(
    _ count: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ tryBytes: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// The program's start, by the name that the package manager links as `main`.
@_cdecl("FuzzOpeningHours_main")
public func fuzzOpeningHours(
    _ count: CInt, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
) -> CInt {
    var count = count
    var arguments = arguments
    return runFuzzer(&count, &arguments) { tryBytes($0, $1) }
}

private let helsinki = LocationContext(
    zone: TimeZone(identifier: "Europe/Helsinki") ?? .gmt,
    holidays: HolidayCalendar(publicHolidays: [CivilDate(year: 2_027, month: 12, day: 6)]),
    position: .init(latitude: 60.17, longitude: 24.94))
