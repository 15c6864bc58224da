import type { CashedBackItem, InventoryRow } from '@coffer/contract/shapes'
import { isUndecided as isOpenEnded, type PlayFailure } from '@coffer/web'
import { signal } from '@preact/signals'
import { stopSelecting } from '../items/selection.ts'
import { refreshVault } from '../items/vault-lists.ts'
import { failureOf } from '../kit/answers.ts'
import { phase } from '../session/session.ts'
import { credit, type Waiting } from './credit.ts'
import { canCashBack, type Offer, offerAfter, offerOf } from './offer.ts'

/** What has become of one item of several. `waiting`: its turn has not come. `unsent`: it did not come, for one before it stayed open. */
export type Told =
  | { readonly is: 'waiting' | 'unsent' | 'changed' | Waiting }
  | { readonly is: 'paid'; readonly item: CashedBackItem }
  | { readonly is: 'refused'; readonly code: string }

export type Entry = { readonly offer: Offer; readonly told: Told }

/** Several cashbacks that are asked about and credited together, one after another. */
export type Many = {
  readonly entries: readonly Entry[]
  /** While they are credited: how many of how many have been told. */
  readonly progress: { readonly told: number; readonly of: number } | null
}

const UNDECIDED = 'UNDECIDED'

export const many = signal<Many | null>(null)

export function askMany(items: readonly InventoryRow[]): void {
  const entries = items.filter(canCashBack).map((item): Entry => ({ offer: offerOf(item), told: { is: 'waiting' } }))
  if (entries.length > 0) many.value = { entries, progress: null }
}

/** Closes the question, or what was told. What was not paid stays in the vault. */
export function dropMany(): void {
  const now = many.value
  if (!now || now.progress) return
  const isTold = now.entries.some(({ told }) => told.is !== 'waiting')
  many.value = null
  if (!isTold) return
  stopSelecting()
  void refreshVault()
}

/** Whether an item is asked about: at first all are, later those whose price changed and those that came to no end. */
export function isAsked(entry: Entry): boolean {
  return ['waiting', 'unsent', 'changed'].includes(entry.told.is) || isUndecided(entry)
}

/** Whether nobody can say yet if an item was paid. */
export function isUndecided({ told }: Entry): boolean {
  return told.is === 'refused' && told.code === UNDECIDED
}

/** Cashes back what is asked about, one after another. One that stays open ends it, for the next would wait for the same wallet. */
export async function confirmMany(): Promise<void> {
  const asked = many.value
  if (!asked || asked.progress) return
  const turns = asked.entries.flatMap((entry, at) => (isAsked(entry) ? [at] : []))
  for (const at of turns) tell(at, { is: 'waiting' })
  for (const [told, at] of turns.entries()) {
    showProgress({ told, of: turns.length })
    if ((await cashBackOne(at)) === 'go-on') continue
    for (const later of turns.slice(told + 1)) tell(later, { is: 'unsent' })
    break
  }
  showProgress(null)
}

async function cashBackOne(at: number): Promise<'go-on' | 'stop'> {
  const { offer } = many.value!.entries[at]!
  const onWaiting = (is: Waiting) => tell(at, { is })
  onWaiting('working')
  try {
    tell(at, { is: 'paid', item: await credit(offer, onWaiting) })
    return 'go-on'
  } catch (thrown) {
    return takeRefusal(at, offer, failureOf(thrown))
  }
}

async function takeRefusal(at: number, offer: Offer, failure: PlayFailure): Promise<'go-on' | 'stop'> {
  const changed = await offerAfter(offer, failure)
  if (changed) tell(at, { is: 'changed' }, changed)
  else tell(at, { is: 'refused', code: isOpenEnded(failure) ? UNDECIDED : failure.code })
  return isOpenEnded(failure) || phase.value.name !== 'playing' ? 'stop' : 'go-on'
}

function tell(at: number, told: Told, offer?: Offer): void {
  const now = many.value!
  const entries = now.entries.map((entry, index) => (index === at ? { offer: offer ?? entry.offer, told } : entry))
  many.value = { ...now, entries }
}

function showProgress(progress: Many['progress']): void {
  many.value = { ...many.value!, progress }
}
