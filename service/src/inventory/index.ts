export { type CashBack, type CashBackAnswer, CREDIT_OF_ITEM, cashBackItem } from './cash-back-item.ts'
export { type Cashback, convertCashback } from './cashback.ts'
export { cancelOverduePayout, cancelPayout, confirmPayout } from './close-payout.ts'
export { createPayout } from './create-payout.ts'
export { type Grant, grantBoughtItem, grantItem } from './grant-items.ts'
export { readFilter } from './item.ts'
export { deliverItems, expireItems } from './move-items.ts'
export { listOverduePayouts } from './payout-store.ts'
export { previewVaults } from './preview-vaults.ts'
export {
  getInventoryItem,
  itemsOfRound,
  listInventory,
  listVaultItems,
  readItemRow,
  readPortfolio,
  readPriceHistory,
  viewRowAt,
  viewRows,
} from './read-inventory.ts'
export { listPayouts, readPayout } from './read-payouts.ts'
export { fulfilItems, type ItemToShip, readItemsToShip, releaseItems, requestShipping } from './ship-items.ts'
export { consumeItems, lockStake, readStake, type StakeableItem } from './stake-items.ts'
export { type InventoryRecord, listOfRound, takeItemId } from './store.ts'
export { ratesInto } from './valuation.ts'
export { viewWins } from './view-wins.ts'
