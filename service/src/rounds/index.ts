export { answerAtOnce } from './answer-at-once.ts'
export { applyRefundOutcome } from './apply-refund-outcome.ts'
export { applyRoundOutcome } from './apply-round-outcome.ts'
export { openOverdueRound } from './auto-open-round.ts'
export { beginDebit } from './begin-debit.ts'
export type { Begun } from './begin-round.ts'
export { betsOfDay } from './bets-of-day.ts'
export {
  countWins,
  JUDGED_FROM_WINS,
  type JudgedWins,
  PRIZE_SIGMAS,
  RETURN_SIGMAS,
  type SimulatedBox,
  simulatedBox,
} from './box-simulation.ts'
export { cancelHeldRound } from './cancel-held-round.ts'
export { closeRound } from './close-round.ts'
export { type DealRecord, getDeal, updateRoll } from './deal-store.ts'
export { type Deviation, deviationOfWins, isWithin } from './deviation.ts'
export { drawRoll, isWon } from './draw-reel.ts'
export { roundSettledEvent } from './events.ts'
export { countFreeOpens, countFreeOpensOfBox, type FreeOpensOf } from './free-opens.ts'
export { openHeldRound } from './open-held-round.ts'
export type { OpenRequest } from './open-request.ts'
export { openRound } from './open-round.ts'
export type { Driver, Settle, Settling } from './outcome.ts'
export { playRound } from './play-round.ts'
export { readRestrictions } from './read-restrictions.ts'
export { findUndecidedRound, getPublicProof, getRound, getRoundProof, listRounds } from './read-rounds.ts'
export { recordUpgrade } from './record-upgrade.ts'
export { refuseBeyondCaps } from './refuse-beyond-caps.ts'
export { prepareDebitProbe } from './resolve-debit.ts'
export { UPGRADER_GAME } from './round.ts'
export { settleBoxes } from './settle-boxes.ts'
export { simulatedSeeds } from './simulated-seeds.ts'
export { listHeldBefore, type RoundRecord } from './store.ts'
export { fairnessView, targetView, upgraderMode, upgradeView } from './view.ts'
