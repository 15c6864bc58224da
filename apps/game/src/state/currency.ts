import { api } from './api.ts'
import { refreshBalance, setBalance } from './balance.ts'
import { forgetPrices } from './boxes.ts'
import { current, updateSession } from './session.ts'
import { vault } from './vault.ts'

/** Plays on in another currency, or pins the rate of the same one anew. Throws PlayFailure. */
export async function changeCurrency(currency: string): Promise<void> {
  const pinned = await api.call('setCurrency', { body: { currency } })
  const isOther = pinned.currency !== current().currency
  updateSession({ currency: pinned.currency, ...(isOther && { paidMinor: 0, wonMinor: 0 }) })
  if (isOther) setBalance(null)
  await Promise.all([forgetPrices(), isOther && refreshBalance(), isOther && vault.load()])
}
