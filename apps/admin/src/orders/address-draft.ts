import type { AdminOrder } from '@coffer/contract/admin'
import { addressHas } from '@coffer/contract/countries'
import { ADDRESS_CHARACTERS, PHONE_CHARACTERS, POSTAL_CODE_CHARACTERS } from '@coffer/contract/order-names'

type Address = AdminOrder['address']

/** Parts of an address, each as the content of its field. */
export type AddressDraft = Readonly<Record<keyof Address, string>>
export type AddressPart = keyof AddressDraft
export type AddressFaults = Readonly<Partial<Record<AddressPart, string>>>

type PartRule = {
  readonly label: string
  /** Within a sentence, as in "Enter a name." */
  readonly noun: string
  /** Longest text, in characters. */
  readonly max: number
}

/** The parts of an address in the order of the form. The limits are those of the service. */
export const PART_RULES: Readonly<Record<AddressPart, PartRule>> = {
  name: { label: 'Name', noun: 'a name', max: ADDRESS_CHARACTERS },
  line1: { label: 'Address line 1', noun: 'the first line of the address', max: ADDRESS_CHARACTERS },
  line2: { label: 'Address line 2', noun: 'the second line of the address', max: ADDRESS_CHARACTERS },
  city: { label: 'City', noun: 'a city', max: ADDRESS_CHARACTERS },
  region: { label: 'Region', noun: 'a region', max: ADDRESS_CHARACTERS },
  postalCode: { label: 'Postal code', noun: 'a postal code', max: POSTAL_CODE_CHARACTERS },
  country: { label: 'Country', noun: 'a country', max: 2 },
  phone: { label: 'Phone', noun: 'a phone number', max: PHONE_CHARACTERS },
}
export const ADDRESS_PARTS = Object.keys(PART_RULES) as AddressPart[]

export function draftOf(address: Address): AddressDraft {
  return { ...address, line2: address.line2 ?? '', phone: address.phone ?? '' }
}

/** True for a part that an address in the chosen country cannot do without. */
export function isRequired(part: AddressPart, { country }: AddressDraft): boolean {
  if (part === 'region' || part === 'postalCode') return addressHas(country, part)
  return part !== 'line2' && part !== 'phone'
}

export function faultsOf(draft: AddressDraft): AddressFaults {
  const missing = ADDRESS_PARTS.filter((part) => draft[part].trim() === '' && isRequired(part, draft))
  return Object.fromEntries(missing.map((part) => [part, missingText(part)]))
}

function missingText(part: AddressPart): string {
  return part === 'country' ? 'Choose a country.' : `Enter ${PART_RULES[part].noun}.`
}

/** The edited address. Parts that were not edited are as they were. */
export function editedAddress(draft: AddressDraft, address: Address): Address {
  const before = draftOf(address)
  const edited = ADDRESS_PARTS.filter((part) => draft[part] !== before[part]).map((part) => {
    const text = draft[part].trim()
    return [part, text === '' && (part === 'line2' || part === 'phone') ? null : text]
  })
  return { ...address, ...Object.fromEntries(edited) }
}

export function isSame(one: Address, other: Address): boolean {
  return ADDRESS_PARTS.every((part) => one[part] === other[part])
}
