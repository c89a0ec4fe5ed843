/** Writes amounts of money. What people type is read by the server, in their locale. */
import { region } from './localization.js';

/** The currencies of ISO 4217 without two decimals. Browsers follow CLDR, which writes more of them without decimals. */
const DECIMALS = new Map([
  ...'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'.split(' ').map((code) => [code, 0]),
  ...'BHD IQD JOD KWD LYD OMR TND'.split(' ').map((code) => [code, 3]),
  ['UYW', 4],
]);

/** The countries of currencies, to guess one. */
const COUNTRIES = Object.entries({
  EUR: 'AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK', USD: 'US EC SV PR', GBP: 'GB', CHF: 'CH LI', SEK: 'SE', NOK: 'NO',
  DKK: 'DK', ISK: 'IS', PLN: 'PL', CZK: 'CZ', HUF: 'HU', RON: 'RO', RSD: 'RS', UAH: 'UA', TRY: 'TR', GEL: 'GE', JPY: 'JP', CNY: 'CN', HKD: 'HK',
  TWD: 'TW', KRW: 'KR', THB: 'TH', VND: 'VN', SGD: 'SG', MYR: 'MY', IDR: 'ID', PHP: 'PH', INR: 'IN', PKR: 'PK', LKR: 'LK', AUD: 'AU', NZD: 'NZ',
  CAD: 'CA', MXN: 'MX', BRL: 'BR', ARS: 'AR', CLP: 'CL', COP: 'CO', PEN: 'PE', ZAR: 'ZA', KES: 'KE', NGN: 'NG', EGP: 'EG', MAD: 'MA', TND: 'TN',
  DZD: 'DZ', LYD: 'LY', AED: 'AE', SAR: 'SA', QAR: 'QA', KWD: 'KW', BHD: 'BH', OMR: 'OM', JOD: 'JO', IQD: 'IQ', LBP: 'LB', SYP: 'SY', ILS: 'IL',
}).flatMap(([currency, countries]) => countries.split(' ').map((country) => [country, currency]));

/** Writes an amount in minor units: "€12.40". */
export const formatAmount = (minor, currency, locale = region) => write(minor, currency, { style: 'currency', currency }, locale);

/** Writes an amount as the person would type it, for a field: "12.40"; nothing if it is not known. */
export function formatAmountForField(minor, currency) {
  return minor === null || minor === undefined ? '' : write(minor, currency, { useGrouping: false });
}

/** Writes a percentage such as "12.5" as the person would type it. */
export const formatPercentForField = (percent) => new Intl.NumberFormat(region, { useGrouping: false, maximumFractionDigits: 4 }).format(percent);

/** Returns the currency that people pay with in a time zone, or else in the person's region. */
export function guessCurrency(zone) {
  const here = COUNTRIES.find(([country]) => listZones(country).includes(zone));
  const home = new Intl.Locale(region).maximize().region;
  return (here ?? COUNTRIES.find(([country]) => country === home))?.[1] ?? 'EUR';
}

/** Returns the pairs of code and name of the currencies to choose from, by name. `chosen` is one of them in any case. */
export function listCurrencies(chosen) {
  const names = new Intl.DisplayNames(region, { type: 'currency' });
  const codes = new Set([chosen, ...Intl.supportedValuesOf('currency')]);
  return [...codes].map((code) => [code, `${names.of(code)} (${code})`])
    .filter(([, name]) => !/\d{4}/.test(name)) // former currencies have years in their names
    .sort(([, one], [, other]) => one.localeCompare(other, region));
}

/** Browsers have had the time zones of a country as a property, then as a function; some have neither. */
function listZones(country) {
  const locale = new Intl.Locale('und', { region: country });
  return locale.getTimeZones?.() ?? locale.timeZones ?? [];
}

function write(minor, currency, format, locale = region) {
  const decimals = DECIMALS.get(currency) ?? 2;
  return new Intl.NumberFormat(locale, { ...format, minimumFractionDigits: decimals, maximumFractionDigits: decimals }).format(minor / 10 ** decimals);
}

/** Reads an amount as it is typed, "12.40" or "12,40", in minor units; null if it is none, or has more decimals than the currency. */
export function parseAmount(text, currency) {
  const decimals = DECIMALS.get(currency) ?? 2;
  const plain = text.trim().replace(/[٠-٩]/g, (digit) => digit.charCodeAt(0) - 0x660).replace(/[０-９]/g, (digit) => digit.charCodeAt(0) - 0xff10).replace(/[,٫]/, '.').replace('−', '-');
  const [, sign, whole, fraction = ''] = /^(-?)(\d{1,9})(?:\.(\d*))?$/.exec(plain) ?? [];
  if (whole === undefined || fraction.length > decimals) return null;
  const minor = Number(whole) * 10 ** decimals + Number(fraction.padEnd(decimals, '0') || 0);
  return sign && minor > 0 ? -minor : minor;
}
