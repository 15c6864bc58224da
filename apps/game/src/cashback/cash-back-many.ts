import type { CashedBackItem, InventoryRow } from '@coffer/contract/shapes'
import { type ApiFailure, isUndecided as isOpenEnded } from '@coffer/web'
import { signal } from '@preact/signals'
import { stopSelecting } from '../items/selection.ts'
import { refreshVault } from '../items/vault-lists.ts'
import { failureOf } from '../kit/answers.ts'
import { phase } from '../session/session.ts'
import { credit, type Waiting } from './credit.ts'
import { canCashBack, type Offer, offerAfter, offerOf } from './offer.ts'

/** What has become of one item of several. `waiting`: its turn has not come. `unsent`: it did not come, for one before it stayed open. */
export type Outcome =
  | { readonly is: 'waiting' | 'unsent' | 'changed' | Waiting }
  | { readonly is: 'paid'; readonly item: CashedBackItem }
  | { readonly is: 'refused'; readonly code: string }

export type Entry = { readonly offer: Offer; readonly outcome: Outcome }

/** Several cashbacks that are asked about and credited together, one after another. */
export type Many = {
  readonly entries: readonly Entry[]
  /** While they are credited: how many of how many are done. */
  readonly progress: { readonly done: number; readonly of: number } | null
}

const UNDECIDED = 'UNDECIDED'

export const many = signal<Many | null>(null)

export function askMany(items: readonly InventoryRow[]): void {
  const entries = items.filter(canCashBack).map((item): Entry => ({ offer: offerOf(item), outcome: { is: 'waiting' } }))
  if (entries.length > 0) many.value = { entries, progress: null }
}

/** Closes the question, or what came of it. What was not paid stays in the vault. */
export function dropMany(): void {
  const now = many.value
  if (!now || now.progress) return
  const hasBegun = now.entries.some(({ outcome }) => outcome.is !== 'waiting')
  many.value = null
  if (!hasBegun) return
  stopSelecting()
  void refreshVault()
}

/** Whether an item is asked about: at first all are, later those whose price changed and those that came to no end. */
export function isAsked(entry: Entry): boolean {
  return ['waiting', 'unsent', 'changed'].includes(entry.outcome.is) || isUndecided(entry)
}

/** Whether nobody can say yet if an item was paid. */
export function isUndecided({ outcome }: Entry): boolean {
  return outcome.is === 'refused' && outcome.code === UNDECIDED
}

/** Cashes back what is asked about, one after another. One that stays open ends it, for the next would wait for the same wallet. */
export async function confirmMany(): Promise<void> {
  const asked = many.value
  if (!asked || asked.progress) return
  const turns = asked.entries.flatMap((entry, at) => (isAsked(entry) ? [at] : []))
  for (const at of turns) setOutcome(at, { is: 'waiting' })
  for (const [done, at] of turns.entries()) {
    showProgress({ done, of: turns.length })
    if ((await cashBackOne(at)) === 'go-on') continue
    for (const later of turns.slice(done + 1)) setOutcome(later, { is: 'unsent' })
    break
  }
  showProgress(null)
}

async function cashBackOne(at: number): Promise<'go-on' | 'stop'> {
  const { offer } = many.value!.entries[at]!
  const onWaiting = (is: Waiting) => setOutcome(at, { is })
  onWaiting('working')
  try {
    setOutcome(at, { is: 'paid', item: await credit(offer, onWaiting) })
    return 'go-on'
  } catch (thrown) {
    return takeRefusal(at, offer, failureOf(thrown))
  }
}

async function takeRefusal(at: number, offer: Offer, failure: ApiFailure): Promise<'go-on' | 'stop'> {
  const changed = await offerAfter(offer, failure)
  if (changed) setOutcome(at, { is: 'changed' }, changed)
  else setOutcome(at, { is: 'refused', code: isOpenEnded(failure) ? UNDECIDED : failure.code })
  return isOpenEnded(failure) || phase.value.name !== 'playing' ? 'stop' : 'go-on'
}

function setOutcome(at: number, outcome: Outcome, offer?: Offer): void {
  const now = many.value!
  const entries = now.entries.map((entry, index) => (index === at ? { offer: offer ?? entry.offer, outcome } : entry))
  many.value = { ...now, entries }
}

function showProgress(progress: Many['progress']): void {
  many.value = { ...many.value!, progress }
}
