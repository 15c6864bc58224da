import { signal } from '@preact/signals'
import { postToHost } from '../host/host.ts'
import { api } from './api.ts'
import { current } from './session.ts'

/** Null when the wallet could not be read; that never blocks play. */
export type Balance = { readonly minor: number | null; readonly currency: string }

export const balance = signal<Balance | null>(null)
export const isRefreshing = signal(false)
let moves = 0

export function setBalance(minor: number | null): void {
  const { currency } = current()
  moves++
  balance.value = { minor, currency }
  if (minor !== null) postToHost('balance', { balanceMinor: minor, currency })
}

/** Takes the balance that an answer carried; one that it left out, or one in another currency than the session's, is read anew. */
export function takeBalance(minor: number | null, currency: string): void {
  if (minor !== null && currency === current().currency) setBalance(minor)
  else void refreshBalance()
}

/** Takes a balance that was asked for at `mark`, unless money has moved since. */
export function offerBalance(minor: number | null, mark: number): void {
  if (mark === moves) setBalance(minor)
}

export const balanceMark = () => moves

export async function refreshBalance(): Promise<void> {
  const mark = moves
  isRefreshing.value = true
  try {
    const read = await api.call('balance', {})
    if (read.currency === current().currency) offerBalance(read.balanceMinor, mark)
  } catch {
    offerBalance(null, mark)
  } finally {
    isRefreshing.value = false
  }
}
