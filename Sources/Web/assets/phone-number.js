/** Formats telephone numbers, which the server stores as E.164: `+358456196272`. */

// The country codes of one and two digits. All others have three. Source: ITU-T E.164, list of assigned country codes.
const SHORT_CODES = /^\+(1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/;

/** Returns the number in groups: `+358 456 196 272`. Where the groups of a country begin, the number does not say. */
export function formatPhoneNumber(number) {
  const code = SHORT_CODES.exec(number)?.[0] ?? number.slice(0, 4);
  const groups = number.slice(code.length).match(/\d{3}(?=\d{2})|\d+/g) ?? [];
  return [code, ...groups].join(' ');
}
