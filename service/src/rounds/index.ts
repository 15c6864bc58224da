export { applyRoundOutcome } from './apply-round-outcome.ts'
export type { OpenRequest } from './begin-round.ts'
export { openRound } from './open-round.ts'
export { findUndecidedRound, getPublicProof, getRound, getRoundProof, listRounds } from './read-rounds.ts'
