import type { KycCase, StaffMember } from '@coffer/contract/admin'
import { mayDo } from '@coffer/contract/permissions'
import type { KycVerdict } from '@coffer/contract/s2s-kyc'

/** `refresh`: someone else has claimed the case and may have released it since. */
export type AllowedActions = { claim: boolean; release: boolean; refresh: boolean; confirm: boolean; reject: boolean }

const NONE: AllowedActions = { claim: false, release: false, refresh: false, confirm: false, reject: false }

/** The actions on a case that the service would accept from a member of staff now. */
export function allowedActions(kycCase: KycCase | null, { staffId, roles }: StaffMember): AllowedActions {
  if (kycCase === null || kycCase.status !== 'SUBMITTED' || !mayDo(roles, 'kyc.review')) return NONE
  const isYours = kycCase.claim?.staffId === staffId
  const isFree = kycCase.claim === null
  const mayDecide = isYours && !gaveLastOpinion(kycCase)
  return {
    claim: isFree,
    release: isYours,
    refresh: !isFree && !isYours,
    confirm: mayDecide && !kycCase.isErased,
    reject: mayDecide,
  }
}

/** With four eyes, two opinions in a row must come from different people. */
export function gaveLastOpinion({ fourEyes, opinions }: KycCase): boolean {
  return fourEyes && opinions.at(-1)?.isYours === true
}

/** True when a verdict would be only the first of the two that four eyes need. */
export function isFirstOpinion({ fourEyes, opinions }: KycCase, verdict: KycVerdict): boolean {
  const last = opinions.at(-1)
  return fourEyes && (last === undefined || last.isYours || !isPerson(last.by) || last.verdict !== verdict)
}

/** An external check is named without an e-mail address. Its opinion is not one of the two. */
function isPerson(by: string): boolean {
  return by.includes('@')
}
