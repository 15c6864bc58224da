import { refreshVault } from '../items/vault-lists.ts'
import { api } from '../session/api.ts'
import { refreshBalance, setBalance } from '../session/balance.ts'
import { current, updateSession } from '../session/session.ts'
import { refreshSessionFigures } from '../session/session-figures.ts'
import { repriceGames } from './games.ts'

/** Changes the currency, or renews the pinned rate of the current one. Throws ApiFailure. */
export async function changeCurrency(currency: string): Promise<void> {
  const pinned = await api.call('setCurrency', { body: { currency } })
  const isOther = pinned.currency !== current().currency
  updateSession({ currency: pinned.currency })
  if (isOther) setBalance(null)
  refreshSessionFigures()
  const isOld = isOther ? [refreshBalance(), refreshVault()] : []
  await Promise.all([repriceGames(), ...isOld])
}
