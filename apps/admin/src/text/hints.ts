import type { KycHint, KycHintCode } from '@coffer/contract/admin'
import { REASONS } from './reasons.ts'

type Words = {
  chip: string
  /** The finding, and what to compare. */
  means(details: Readonly<Record<string, unknown>>): string
}

const MRZ_PARTS: Readonly<Record<string, string>> = {
  documentNumber: 'document number',
  birthDate: 'date of birth',
  expiresOn: 'expiry date',
  personalNumber: 'personal number',
  composite: 'all lines together',
}

const HINTS: Readonly<Record<KycHintCode, Words>> = {
  UNDERAGE: {
    chip: 'Under age',
    means: ({ minimumAge }) =>
      `By the date of birth that the player entered, the player is younger than ${text(minimumAge)}. Compare it with the document.`,
  },
  DOCUMENT_EXPIRED: {
    chip: 'Expired',
    means: () => 'The expiry date that the player entered has passed. Compare it with the document.',
  },
  MRZ_UNREADABLE: {
    chip: 'MRZ unreadable',
    means: () =>
      'The machine-readable zone (MRZ) that the player entered has the wrong format. Often a character is missing. Compare it with the photo.',
  },
  MRZ_CHECK_DIGIT_WRONG: {
    chip: 'Check digit wrong',
    means: ({ of }) =>
      `A check digit of the machine-readable zone is wrong (${listOf(of)}). Either the player copied it wrongly, or the document was altered.`,
  },
  MRZ_NAME_DIFFERS: {
    chip: 'Name differs from MRZ',
    means: () => 'The name in the machine-readable zone differs from the name that the player entered.',
  },
  MRZ_BIRTH_DATE_DIFFERS: {
    chip: 'Birth date differs from MRZ',
    means: () => 'The date of birth in the machine-readable zone differs from the one that the player entered.',
  },
  MRZ_NUMBER_DIFFERS: {
    chip: 'Number differs from MRZ',
    means: () => 'The document number in the machine-readable zone differs from the one that the player entered.',
  },
  MRZ_EXPIRY_DIFFERS: {
    chip: 'Expiry differs from MRZ',
    means: () => 'The expiry date in the machine-readable zone differs from the one that the player entered.',
  },
  MRZ_EXPIRED: {
    chip: 'Expired by MRZ',
    means: () => 'According to its machine-readable zone, the document has expired.',
  },
  DUPLICATE_IDENTITY: {
    chip: 'Possible duplicate',
    means: ({ kinds }) => `Another player of this operator submitted the same ${listOf(kinds)}.`,
  },
  NAME_DIFFERS_FROM_CONFIRMED: {
    chip: 'Name changed',
    means: () =>
      'The name differs from the last confirmation of this player. Check whether the name changed legally or another person uses the account.',
  },
  BIRTH_DATE_DIFFERS_FROM_CONFIRMED: {
    chip: 'Birth date changed',
    means: () => 'The date of birth differs from the last confirmation of this player.',
  },
  PROVIDER: {
    chip: 'External check',
    means: ({ provider, outcome, reasons }) => {
      const why = Array.isArray(reasons) ? reasons.map(reasonText) : []
      const says = `Result of the external check ${text(provider)}: ${text(outcome)}.`
      return why.length === 0 ? says : `${says} Reasons: ${why.join('; ')}.`
    },
  },
}

export function hintChip({ code }: KycHint): string {
  return HINTS[code].chip
}

export function hintText({ code, details }: KycHint): string {
  return HINTS[code].means(details)
}

/** The text of a reason, or the value itself when it is none of ours. */
function reasonText(reason: unknown): string {
  return Object.entries(REASONS).find(([name]) => name === reason)?.[1] ?? text(reason)
}

/** The ids of other players' verifications that a hint names. */
export function duplicateIdsOf({ details: { requestIds } }: KycHint): number[] {
  return Array.isArray(requestIds) ? requestIds.filter((id) => typeof id === 'number') : []
}

const DUPLICATE_KINDS: Readonly<Record<string, string>> = {
  person: 'name and date of birth',
  tax_id: 'tax ID',
  document: 'document',
}

function listOf(value: unknown): string {
  const parts = Array.isArray(value) ? value.map(text) : [text(value)]
  return parts.map((part) => MRZ_PARTS[part] ?? DUPLICATE_KINDS[part] ?? part).join(', ')
}

const text = (value: unknown) => String(value ?? 'unknown')
