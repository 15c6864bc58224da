export { applyCashbackOutcome, type CashBack, type CashBackAnswer, cashBackItem } from './cash-back-item.ts'
export { type Grant, grantItems } from './grant-items.ts'
export { itemsOfRound, listInventory, readStates, viewRows } from './list-inventory.ts'
export type { InventoryRecord } from './store.ts'
