/**
 * ISO 3166-1, two letters each, and Kosovo, by what postal addresses there have (libaddressinput). `tests/house/places.test.ts` compares
 * the lists with the packages of that data.
 */
const WITH_BOTH =
  'AM AR AS AU BB BR BY CA CC CL CN CO CR CU CV CX EE EG ES FM HM HN ID IE IN IQ IR IT JP KP KR KY KZ LT LV MH MN ' +
  'MP MX MY MZ NF NG NI PE PF PG PH PW RO RU SO SV TH TR TW UA UM US UY UZ VE VI VN'
const WITHOUT_REGION =
  'AD AF AI AL AT AX AZ BA BD BE BG BH BL BM BN BT CH CY CZ DE DK DO DZ EC EH ET FI FK FO FR GB GE GF GG GI GL GN ' +
  'GP GR GS GT GU GW HR HT HU IL IM IO IS JE JO KE KG KH KW LA LB LI LK LR LS LU MA MC MD ME MF MG MK MM MQ MT MU ' +
  'MV NA NC NE NL NO NP NZ OM PK PL PM PN PR PT PY RE RS SA SD SE SG SH SI SJ SK SM SN SZ TC TJ TM TN TZ VA VC VG ' +
  'WF XK YT ZA ZM'
const WITHOUT_POSTAL_CODE = 'AE BS HK JM KI KN NR PA SC SR TV'
const WITHOUT_BOTH =
  'AG AO AQ AW BF BI BJ BO BQ BV BW BZ CD CF CG CI CK CM CW DJ DM ER FJ GA GD GH GM GQ GY KM LC LY ML MO MR MS MW ' +
  'NU PS QA RW SB SL SS ST SX SY TD TF TG TK TL TO TT UG VU WS YE ZW'

/** A part of an address that some countries do not have. */
export type CountryPart = 'postalCode' | 'region'

const WITHOUT: Readonly<Record<CountryPart, ReadonlySet<string>>> = {
  postalCode: new Set(`${WITHOUT_POSTAL_CODE} ${WITHOUT_BOTH}`.split(' ')),
  region: new Set(`${WITHOUT_REGION} ${WITHOUT_BOTH}`.split(' ')),
}

/** Every country that a form offers, in no order that a reader would look for. */
export const COUNTRY_CODES: readonly string[] =
  `${WITH_BOTH} ${WITHOUT_REGION} ${WITHOUT_POSTAL_CODE} ${WITHOUT_BOTH}`.split(' ')

/** False when postal addresses of a country, by its code in capitals, never have this part. A code that is not known has both. */
export function addressHas(country: string, part: CountryPart): boolean {
  return !WITHOUT[part].has(country)
}
