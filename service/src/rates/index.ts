export { rateFor } from './rate-for.ts'
export { setRates } from './set-rates.ts'
export { currentRates, type RateTable } from './store.ts'
