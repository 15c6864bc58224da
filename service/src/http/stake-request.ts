import type { Stake } from '../upgrader/index.ts'

type Asked = {
  wagerMinor?: number | undefined
  stakeItemIds?: readonly number[] | undefined
  chanceBps: number
  currency?: string | undefined
}

/** What both surfaces ask of the Upgrader; exactly one of the stakes is there. `ownCurrency` counts where none is named. */
export function stakeRequest({ wagerMinor = 0, stakeItemIds, chanceBps, currency }: Asked, ownCurrency: string) {
  const stake: Stake =
    stakeItemIds === undefined ? { mode: 'balance', wagerMinor } : { mode: 'items', inventoryItemIds: stakeItemIds }
  return { currency: currency ?? ownCurrency, chanceBps, stake }
}

/** The same of a click that plays. */
export function playRequest(
  { clientActionId, targetItemId, ...asked }: Asked & { clientActionId: string; targetItemId: number },
  ownCurrency: string,
) {
  return { ...stakeRequest(asked, ownCurrency), clientActionId, targetItemId }
}
