import { KYC_REASONS, type KycReason } from '@coffer/contract/s2s-kyc'
import type { KycProvider } from './provider.ts'

const REJECT = 'TEST-REJECT-'

/**
 * Decides by the number of the document, for trying things out: `TEST-CONFIRM` confirms, `TEST-REJECT-` and a reason code rejects
 * (`TEST-REJECT-FORGERY`), `TEST-FAIL` never answers; anything else is left to a reviewer.
 */
export const sandboxProvider: KycProvider = {
  async check(_ctx, { answers }) {
    const number = answers.document.number.trim().toUpperCase()
    if (number === 'TEST-FAIL') throw new Error('the sandbox was told to fail')
    if (number === 'TEST-CONFIRM') return { outcome: 'confirmed', decision: { verdict: 'confirmed', reasons: [] } }
    const reason = number.startsWith(REJECT) ? number.slice(REJECT.length) : ''
    if (!isReason(reason)) return { outcome: 'undecided', decision: null }
    return { outcome: 'rejected', decision: { verdict: 'rejected', reasons: [reason] } }
  },
}

function isReason(text: string): text is KycReason {
  return (KYC_REASONS as readonly string[]).includes(text)
}
