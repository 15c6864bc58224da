export { countDraws, type Tally } from './count-draws.ts'
export { drawNonces, type NonceRun } from './draw-nonces.ts'
