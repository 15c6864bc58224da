export { currentRate, currentRates, rateFor, sessionRate } from './current-rates.ts'
export { fetchRates } from './fetch-rates.ts'
export type { RateTable } from './rate-table.ts'
export { setRates } from './set-rates.ts'
