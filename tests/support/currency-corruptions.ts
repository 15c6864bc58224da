import type { Corruption } from './corruption.ts'

export const CURRENCY_CORRUPTIONS: readonly Corruption[] = [
  {
    invariant: 'A box round is priced in one currency: that of every version that it opens.',
    sql: ["update rounds set operator_currency = 'USD' where operator_currency = 'EUR' and game_key = 'mystery_box'"],
  },
  {
    invariant: 'What can be bought and won now is priced in the currency of its operator.',
    sql: ["update catalogue_items set currency = 'USD' where currency = 'EUR' and not is_collectible"],
  },
]
