export type { Player } from './player.ts'
export { ensurePlayer, findPlayer, getPlayer } from './store.ts'
