import { boxes } from './boxes.ts'
import { campaigns } from './campaigns.ts'
import { fairness } from './fairness.ts'
import type { AnybodyHandlers, BackendHandlers, DeskHandlers, KycPageHandlers, PlayHandlers } from './handlers.ts'
import { inventory } from './inventory.ts'
import { kyc } from './kyc.ts'
import { operator } from './operator.ts'
import { payouts } from './payouts.ts'
import { rounds } from './rounds.ts'
import { session } from './session.ts'
import { shipping } from './shipping.ts'
import { staff } from './staff.ts'
import { upgrader } from './upgrader.ts'
import { webhooks } from './webhooks.ts'

/** The handler of every route, surface by surface: one that is missing, or answers what its route does not, does not compile. */

const both = { ...rounds.both, ...fairness.both, ...inventory.both, ...shipping.both, ...upgrader.both }

export const playHandlers: PlayHandlers = {
  ...both,
  ...session.play,
  ...boxes.play,
  ...rounds.play,
  ...inventory.play,
  ...shipping.play,
  ...upgrader.play,
}

export const backendHandlers: BackendHandlers = {
  ...both,
  ...session.backend,
  ...boxes.backend,
  ...rounds.backend,
  ...inventory.backend,
  ...payouts.backend,
  ...shipping.backend,
  ...upgrader.backend,
  ...campaigns.backend,
  ...kyc.backend,
  ...webhooks.backend,
  ...operator.backend,
}

export const anybodyHandlers: AnybodyHandlers = fairness.anybody
export const kycPageHandlers: KycPageHandlers = kyc.kycPage
export const deskHandlers: DeskHandlers = { ...staff.desk, ...kyc.desk }
