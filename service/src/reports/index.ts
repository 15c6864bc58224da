export { addAllDailyTotals } from './add-daily-totals.ts'
export { readHome } from './read-home.ts'
