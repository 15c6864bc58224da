import type { KycCase, StaffMember } from '@coffer/contract/admin'
import { mayDo } from '@coffer/contract/permissions'
import type { KycVerdict } from '@coffer/contract/s2s-kyc'

/** `look`: somebody else holds it, and may have let go of it since. */
export type PossibleActs = { claim: boolean; release: boolean; look: boolean; confirm: boolean; reject: boolean }

const NOTHING: PossibleActs = { claim: false, release: false, look: false, confirm: false, reject: false }

/** The actions on a case that the service would accept from a member of staff now. */
export function possibleActs(found: KycCase | null, { staffId, roles }: StaffMember): PossibleActs {
  if (found === null || found.status !== 'SUBMITTED' || !mayDo(roles, 'kyc.review')) return NOTHING
  const isYours = found.claim?.staffId === staffId
  const speaks = isYours && !spokeLast(found)
  const isFree = found.claim === null
  const look = !isFree && !isYours
  return { claim: isFree, release: isYours, look, confirm: speaks && !found.isErased, reject: speaks }
}

/** With four eyes, nobody speaks twice in a row. */
export function spokeLast({ fourEyes, opinions }: KycCase): boolean {
  return fourEyes && opinions.at(-1)?.isYours === true
}

/** Whether a verdict would only be the first of the two that four eyes need. */
export function spokeFirst({ fourEyes, opinions }: KycCase, verdict: KycVerdict): boolean {
  const last = opinions.at(-1)
  return fourEyes && (last === undefined || last.isYours || !isPerson(last.by) || last.verdict !== verdict)
}

/** An outside check has a name, and no e-mail address; its opinion is not one of the two. */
function isPerson(by: string): boolean {
  return by.includes('@')
}
