import type { RoundAnswer } from '@coffer/contract/shapes'
import { ALGORITHM_KEY } from '@coffer/fairness'
import { present } from '../kernel/index.ts'
import { isUndecided, publicStatus } from './round.ts'
import type { RoundRecord } from './store.ts'

/** What a round of any game shows to clients (decisions §7); its game adds what is its own. An undecided one says so: it reads as `voided`, provisionally, or as `held` while it goes back. */
export function roundView(round: RoundRecord): RoundAnswer {
  const status = publicStatus(round.state) ?? 'voided'
  const view: RoundAnswer = {
    publicId: round.public_id,
    status,
    undecided: isUndecided(round.state),
    betMinor: round.bet_minor,
    payoutMinor: round.payout_minor,
    currency: round.currency,
    funding: round.funding,
    settledAt: round.settled_at?.toISOString() ?? null,
    reels: [],
  }
  if (status === 'settled') view.fairness = fairnessView(round)
  if (round.refunded_minor !== null) view.refundedMinor = round.refunded_minor
  return view
}

/** The commitment that a settled round was drawn under. */
export function fairnessView(round: RoundRecord) {
  const meaning = 'a settled round has its commitment'
  return {
    serverSeedHash: present(round.server_seed_hash, meaning),
    clientSeed: present(round.client_seed, meaning),
    nonce: present(round.nonce, meaning),
    algorithmKey: ALGORITHM_KEY,
  }
}
