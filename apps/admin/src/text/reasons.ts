import type { FINAL_REASONS, KycReason, RETRYABLE_REASONS } from '@coffer/contract/s2s-kyc'

type Retryable = (typeof RETRYABLE_REASONS)[number]
type Final = (typeof FINAL_REASONS)[number]

export const RETRYABLE: Readonly<Record<Retryable, string>> = {
  DOCUMENT_UNREADABLE: 'The document cannot be read',
  DOCUMENT_EXPIRED: 'The document has expired',
  DOCUMENT_TYPE_UNSUPPORTED: 'This kind of document is not accepted',
  SELFIE_MISMATCH: 'The selfie does not show the person on the document',
  DATA_MISMATCH: 'The data entered differs from the document',
  ADDRESS_PROOF_MISSING: 'Proof of address is missing',
  INCOMPLETE: 'Something is missing',
}

export const FINAL: Readonly<Record<Final, string>> = {
  UNDERAGE: 'The player is too young',
  FORGERY: 'The document is forged or was altered',
  SANCTIONED: 'The person is on a sanctions list',
  DUPLICATE_IDENTITY: 'The person has another account',
  JURISDICTION_BLOCKED: 'Players from this country are not accepted',
}

export const REASONS: Readonly<Record<KycReason, string>> = { ...RETRYABLE, ...FINAL }

export function isFinal(reason: KycReason): boolean {
  return Object.hasOwn(FINAL, reason)
}

/** The effect of a rejection with these reasons on the player, and what the operator is notified of. */
export function outcomeOf(reasons: readonly KycReason[]): string {
  if (reasons.length === 0) return 'Choose at least one reason.'
  const final = reasons.filter(isFinal).map((reason) => REASONS[reason])
  if (final.length === 0) {
    return 'The player may try again. The operator is notified of the reasons, and the player sees them on the next attempt.'
  }
  return `Final: ${final.join('; ')}. The operator is notified of the reasons, and that the player may not try again.`
}
