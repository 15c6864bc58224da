export { openedAnswer } from './answers.ts'
export { betsOfDay, readRestrictions, refuseBeyondCaps, restrictionsOf } from './caps.ts'
export { roundSettledEvent, roundSettledKey } from './events.ts'
export { actionThatCancels, type FreeOpensOf, type Game, type Games, type Settle, type Settling } from './game.ts'
export {
  answerAtOnce,
  type BegunPlay,
  beginDebit,
  besidePlays,
  closeRound,
  debitOfRound,
  playRound,
  type RecordPlay,
} from './play-round.ts'
export { findUndecidedRound, getPublicProof, getRound, getRoundProof, listRounds, viewRounds } from './read-rounds.ts'
export { recordPurchase } from './record-history.ts'
export {
  cancelledAnswer,
  creditOfRound,
  decidedCancel,
  markRefunded,
  refundOfRound,
  refusedCancel,
  undecidedCancel,
} from './refund-round.ts'
export { publicStatus, ROUND_STATES, type RoundMode, type RoundState } from './round.ts'
export { type Deviation, deviationOfWins, isWithin, type Seeds, simulatedSeeds } from './simulation.ts'
export {
  findRound,
  findRoundAnywhere,
  insertReel,
  insertRound,
  listHeldBefore,
  listLaunchesOfRounds,
  listReels,
  listRoundAmounts,
  lockRound,
  moveRound,
  type NewRound,
  type ReelRecord,
  type RoundAmounts,
  type RoundRecord,
  type SettledReel,
  takeReelId,
  takeRoundId,
  updateReel,
} from './store.ts'
export { fairnessView, roundView } from './view.ts'
