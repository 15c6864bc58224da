export { openOverdueRound } from './auto-open-round.ts'
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
export { answerAtOnce, beginDebit, debitOfRound, playRound, type Settle, type Settling } from './play-round.ts'
export { readRestrictions } from './read-restrictions.ts'
export { findUndecidedRound, getPublicProof, getRound, getRoundProof, listRounds } from './read-rounds.ts'
export { recordUpgrade } from './record-upgrade.ts'
export { CREDIT_OF_ROUND } from './refund-round.ts'
export { refuseBeyondCaps } from './refuse-beyond-caps.ts'
export { UPGRADER_GAME } from './round.ts'
export { settleBoxes } from './settle-boxes.ts'
export { simulatedSeeds } from './simulated-seeds.ts'
export { listHeldBefore, type RoundRecord } from './store.ts'
export { fairnessView, targetView, upgraderMode, upgradeView } from './view.ts'
