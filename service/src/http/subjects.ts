import { audit } from './audit.ts'
import { boxes } from './boxes.ts'
import { campaigns } from './campaigns.ts'
import { fairness } from './fairness.ts'
import type { AdminHandlers, KycHandlers, PlayHandlers, PublicHandlers, S2sHandlers } from './handlers.ts'
import { inventory } from './inventory.ts'
import { items } from './items.ts'
import { kyc } from './kyc.ts'
import { operator } from './operator.ts'
import { payouts } from './payouts.ts'
import { players } from './players.ts'
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

export const s2sHandlers: S2sHandlers = {
  ...both,
  ...session.s2s,
  ...boxes.s2s,
  ...rounds.s2s,
  ...inventory.s2s,
  ...payouts.s2s,
  ...shipping.s2s,
  ...upgrader.s2s,
  ...campaigns.s2s,
  ...kyc.s2s,
  ...webhooks.s2s,
  ...operator.s2s,
  ...players.s2s,
  ...staff.s2s,
}

export const publicHandlers: PublicHandlers = fairness.public
export const kycHandlers: KycHandlers = kyc.kyc
export const adminHandlers: AdminHandlers = {
  ...staff.admin,
  ...audit.admin,
  ...webhooks.admin,
  ...boxes.admin,
  ...rounds.admin,
  ...items.admin,
  ...players.admin,
  ...shipping.admin,
  ...operator.admin,
  ...kyc.admin,
}
