import type { kycRoutes } from '@coffer/contract/s2s-kyc'
import { PRIVATE_WORDS } from './check-secrets.ts'
import type { Sample } from './door.ts'
import { mintLink, ORIGIN, signInReviewer, submitFor } from './kyc.ts'
import { ZOFIA } from './kyc-people.ts'
import type { TestOperator, World } from './world.ts'

/** A call of each route of verifications, as `samples.ts` has one of every route. */
type Samples<Routes> = Record<keyof Routes, Sample>

/** Switches verification on, and gives a player one that was confirmed and an open one. */
export async function prepareKyc(world: World, operator: TestOperator, playerExternalId: string): Promise<void> {
  await world.settings(operator, { 'kyc.enabled': true })
  const confirmed = await submitFor(world, operator, playerExternalId, ZOFIA)
  await (await signInReviewer(world)).decide(confirmed, 'confirmed')
  await mintLink(operator, playerExternalId, ZOFIA)
}

/** Brings the open verification of a player to its end, with a note and an opinion, and begins another. */
export async function turnKycOver(world: World, operator: TestOperator, playerExternalId: string): Promise<void> {
  const reviewer = await signInReviewer(world)
  const requestId = await submitFor(world, operator, playerExternalId, ZOFIA)
  await reviewer.call('POST', `/${requestId}/notes`, { text: PRIVATE_WORDS[1] })
  await reviewer.decide(requestId, 'rejected', ['DATA_MISMATCH'])
  await mintLink(operator, playerExternalId, ZOFIA)
}

export function kycSamples(playerExternalId: string): Samples<typeof kycRoutes> {
  const { email } = ZOFIA
  return {
    createKycSession: { body: { playerExternalId, email, locale: 'de-AT', returnOrigin: ORIGIN } },
    changeKycEmail: { body: { playerExternalId, email } },
    reverifyKyc: { body: { playerExternalId, reason: PRIVATE_WORDS[0] } },
    listKycRequests: { query: { playerExternalId, status: 'PENDING,REJECTED', limit: '10' } },
  }
}
