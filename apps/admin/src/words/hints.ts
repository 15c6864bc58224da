import type { KycHint, KycHintCode } from '@coffer/contract/admin'
import type { KycReason } from '@coffer/contract/s2s-kyc'
import { REASONS } from './reasons.ts'

type Words = {
  chip: string
  /** What was found, and what to look at. */
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
      `By the date of birth that was typed, the player is younger than ${minimumAge}. Compare it with the document.`,
  },
  DOCUMENT_EXPIRED: {
    chip: 'Expired',
    means: () => 'The expiry date that was typed has passed. Compare it with the document.',
  },
  MRZ_UNREADABLE: {
    chip: 'Machine lines unreadable',
    means: () =>
      'The machine lines that were copied are not such lines. Often a letter was missed: read them on the photo.',
  },
  MRZ_CHECK_DIGIT_WRONG: {
    chip: 'Check digit wrong',
    means: ({ of }) =>
      `A check digit of the machine lines does not fit (${listOf(of)}). Either it was copied wrongly, or the document was altered.`,
  },
  MRZ_NAME_DIFFERS: {
    chip: 'Name differs from machine lines',
    means: () => 'The name in the machine lines is another than the one that was typed.',
  },
  MRZ_BIRTH_DATE_DIFFERS: {
    chip: 'Birth date differs from machine lines',
    means: () => 'The date of birth in the machine lines is another than the one that was typed.',
  },
  MRZ_NUMBER_DIFFERS: {
    chip: 'Number differs from machine lines',
    means: () => 'The document number in the machine lines is another than the one that was typed.',
  },
  MRZ_EXPIRY_DIFFERS: {
    chip: 'Expiry differs from machine lines',
    means: () => 'The expiry date in the machine lines is another than the one that was typed.',
  },
  MRZ_EXPIRED: {
    chip: 'Expired by machine lines',
    means: () => 'By its machine lines the document has expired.',
  },
  DUPLICATE_IDENTITY: {
    chip: 'Seen before',
    means: ({ kinds }) => `Another player of this casino handed in the same ${listOf(kinds)}.`,
  },
  NAME_DIFFERS_FROM_CONFIRMED: {
    chip: 'Name changed',
    means: () =>
      'The name is another than in the last confirmation of this player. People marry; accounts are sold, too.',
  },
  BIRTH_DATE_DIFFERS_FROM_CONFIRMED: {
    chip: 'Birth date changed',
    means: () => 'The date of birth is another than in the last confirmation of this player. Nobody has two.',
  },
  PROVIDER: {
    chip: 'Outside check',
    means: ({ provider, outcome, reasons }) => {
      const why = Array.isArray(reasons) ? reasons.map((reason) => REASONS[reason as KycReason] ?? reason) : []
      const says = `The outside check ${text(provider)} says: ${text(outcome)}.`
      return why.length === 0 ? says : `${says} Its reasons: ${why.join('; ')}.`
    },
  },
}

export function hintChip({ code }: KycHint): string {
  return HINTS[code].chip
}

export function hintWords({ code, details }: KycHint): string {
  return HINTS[code].means(details)
}

/** The verifications of others that a hint names. */
export function likeCasesOf({ details: { requestIds } }: KycHint): number[] {
  return Array.isArray(requestIds) ? requestIds.filter((id) => typeof id === 'number') : []
}

const LIKENESSES: Readonly<Record<string, string>> = {
  person: 'name and date of birth',
  tax_id: 'tax id',
  document: 'document',
}

function listOf(value: unknown): string {
  const parts = Array.isArray(value) ? value.map(text) : [text(value)]
  return parts.map((part) => MRZ_PARTS[part] ?? LIKENESSES[part] ?? part).join(', ')
}

const text = (value: unknown) => String(value ?? 'unknown')
