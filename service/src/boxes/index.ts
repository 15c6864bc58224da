export { cancelHeldRound } from './cancel-held-round.ts'
export { bonusKey } from './events.ts'
export { countFreeOpens, countFreeOpensOfBox } from './free-opens.ts'
export { BOXES } from './game.ts'
export { openHeldRound, openOverdueRound } from './open-held-round.ts'
export { type OpenRequest, openRound } from './open-round.ts'
export {
  JUDGED_FROM_WINS,
  type JudgedWins,
  PRIZE_SIGMAS,
  RETURN_SIGMAS,
  type SimulatedBox,
  simulatedBox,
  simulatedOpenings,
} from './simulation.ts'
