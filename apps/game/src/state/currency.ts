import { api } from './api.ts'
import { refreshBalance, setBalance } from './balance.ts'
import { forgetPrices } from './boxes.ts'
import { current, updateSession } from './session.ts'
import { refreshStanding } from './standing.ts'
import { readUpgraderConfig } from './upgrader-config.ts'
import { refreshVault } from './vault.ts'

/** Plays on in another currency, or pins the rate of the same one anew. Throws PlayFailure. */
export async function changeCurrency(currency: string): Promise<void> {
  const pinned = await api.call('setCurrency', { body: { currency } })
  const isOther = pinned.currency !== current().currency
  updateSession({ currency: pinned.currency })
  if (isOther) setBalance(null)
  refreshStanding()
  const isOld = isOther ? [refreshBalance(), refreshVault()] : []
  await Promise.all([forgetPrices(), readUpgraderConfig(), ...isOld])
}
