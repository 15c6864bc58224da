import type { Settings } from '@coffer/contract/settings'

/** A casino or a shop that runs Coffer's games. */
export type Operator = {
  operatorId: number
  slug: string
  name: string
  currency: string
  locale: string
  status: 'active' | 'suspended'
  settings: Settings
  createdAt: Date
  updatedAt: Date
}

/** Every currency that the operator works in: its own first, each once. */
export function operatorCurrencies(operator: Pick<Operator, 'currency' | 'settings'>): string[] {
  return [...new Set([operator.currency, ...operator.settings.currencies])]
}
