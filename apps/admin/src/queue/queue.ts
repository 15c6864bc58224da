import { signal } from '@preact/signals'
import { api, codeOf, type FailureCode, type QueueAsk, type QueuePage } from '../kit/api.ts'
import { route } from '../kit/route.ts'
import { endIfSignedOut } from '../session/session.ts'

type Queue = { ask: QueueAsk; page: QueuePage | null; failure: FailureCode | null }

export const queue = signal<Queue | null>(null)
/** Operators that were seen in the queue, to filter by: slug → name. */
export const operators = signal<ReadonlyMap<string, string>>(new Map())

/** What this reviewer has spoken on since the page was opened: it waits for somebody else. */
const spokenOn = new Set<number>()

/** Asks for the queue as the address says. What is shown stays until there is an answer. */
export async function loadQueue(): Promise<void> {
  const { ask } = route.value
  const before = queue.value?.ask === ask ? queue.value.page : null
  if (before === null) queue.value = { ask, page: null, failure: null }
  try {
    const page = await api.queue(ask)
    if (route.value.ask !== ask) return
    noteOperators(page)
    queue.value = { ask, page, failure: null }
  } catch (thrown) {
    const failure = codeOf(thrown)
    if (!endIfSignedOut(failure) && route.value.ask === ask) queue.value = { ask, page: before, failure }
  }
}

/** The oldest case that is free, or that the reviewer holds; null when there is none, or it cannot be said. */
export async function findNext(decidedId: number, staffId: number): Promise<number | null> {
  spokenOn.add(decidedId)
  const { operator } = route.value.ask
  const page = await api.queue({ status: 'SUBMITTED', operator, cursor: null }).catch(() => null)
  const isFree = ({ requestId, claim }: QueuePage['requests'][number]) =>
    !spokenOn.has(requestId) && (claim === null || claim.staffId === staffId)
  return page?.requests.find(isFree)?.requestId ?? null
}

function noteOperators({ requests }: QueuePage): void {
  const seen = requests.map(({ operator }): [string, string] => [operator.slug, operator.name])
  operators.value = new Map([...operators.value, ...seen])
}
