export { listPlayers, type PlayerFilter } from './list-players.ts'
export { isExcluded, refuseExcluded, restricted } from './refuse-excluded.ts'
export {
  type Amount,
  changed,
  dayOf,
  exclusionOf,
  type Restrictions,
  restrictionChanges,
  restrictionsAt,
  spendCap,
  type Use,
} from './restriction.ts'
export { countRestrictionChanges, findRestrictions, lockRestrictions, saveRestrictions } from './restriction-store.ts'
export {
  ensurePlayer,
  ensurePlayers,
  externalIdsOf,
  findPlayer,
  findPlayerById,
  findPlayersOfOperators,
  getPlayer,
  lockPlayer,
  lockPlayerForWork,
  type Player,
} from './store.ts'
export { viewRestrictions } from './view.ts'
