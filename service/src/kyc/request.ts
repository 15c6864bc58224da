import { addressHas } from '@coffer/contract/countries'
import { EMPTY_ANSWERS, type KycAnswers } from '@coffer/contract/kyc-answers'
import {
  FINAL_REASONS,
  KYC_REASONS,
  type KycIdentity,
  type KycReason,
  type KycStatus,
  type KycVerdict,
} from '@coffer/contract/s2s-kyc'
import type { Transitions } from '../kernel/index.ts'

/** How the status of a request moves (interface §3.4). It only moves forward: a redo is another request. */
export const KYC_MOVES: Transitions<KycStatus> = {
  PENDING: ['SUBMITTED'],
  SUBMITTED: ['CONFIRMED', 'REJECTED'],
  CONFIRMED: [],
  REJECTED: [],
}

/** A player has at most one request in these. */
export const OPEN_STATUSES: readonly KycStatus[] = ['PENDING', 'SUBMITTED']

export function verdictOf(status: KycStatus): KycVerdict | null {
  if (status === 'CONFIRMED') return 'confirmed'
  return status === 'REJECTED' ? 'rejected' : null
}

export type Decision = { verdict: KycVerdict; reasons: KycReason[] }

/** One final reason makes the whole rejection final; null of a confirmation. */
export function retryableOf({ verdict, reasons }: Decision): boolean | null {
  if (verdict === 'confirmed') return null
  return !reasons.some((reason) => (FINAL_REASONS as readonly string[]).includes(reason))
}

/** Reasons of several, each once, in the order of the contract. */
export function mergedReasons(...lists: readonly (readonly KycReason[])[]): KycReason[] {
  const named = new Set(lists.flat())
  return KYC_REASONS.filter((reason) => named.has(reason))
}

/** What the operator is shown of a confirmed person; null unless every part that may not be null is there. */
export function identityOf({ details, address }: KycAnswers): KycIdentity | null {
  const identity = {
    legalName: details.legalName.trim(),
    dateOfBirth: details.dateOfBirth,
    taxId: details.hasNoTaxId ? '' : details.taxId.trim(),
    addressLine1: address.line1.trim(),
    addressLine2: address.line2.trim() || null,
    addressCity: address.city.trim(),
    addressState: address.state.trim() || null,
    addressPostalCode: address.postalCode.trim(),
    addressCountry: address.country,
  }
  const { addressPostalCode, ...others } = identity
  const hasPostalCode = addressPostalCode !== '' || !addressHas(address.country, 'postalCode')
  const isWhole = hasPostalCode && Object.values(others).every((part) => part !== '')
  return isWhole ? identity : null
}

/** What is typed again after a rejection is asked for once: the words, and never the photos or the document. */
export function startOfRedo({ details, address }: KycAnswers): KycAnswers {
  return { ...EMPTY_ANSWERS, details, address }
}

/** A draft with what was sent in the place of what was there, part by part. */
export function mergedAnswers(draft: KycAnswers, sent: Partial<KycAnswers>): KycAnswers {
  const given = Object.fromEntries(Object.entries(sent).filter(([, part]) => part !== undefined))
  return { ...draft, ...given }
}
