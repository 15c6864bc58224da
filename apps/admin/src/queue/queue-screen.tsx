import { useEffect } from 'preact/hooks'
import { isAttended } from '../kit/activity.ts'
import type { QueueAsk } from '../kit/api.ts'
import { FailureNotice } from '../kit/failure.tsx'
import { Heading } from '../kit/heading.tsx'
import { useKeys } from '../kit/keys.ts'
import { follow, hrefOf, route } from '../kit/route.ts'
import { loadQueue, queue } from './queue.ts'
import { QueueFilters } from './queue-filters.tsx'
import { QueueRow } from './queue-row.tsx'

const REFRESH_MS = 30_000
/** Left alone for so long, the queue is not asked for any more. */
const ATTENDED_MS = 10 * 60_000

export function QueueScreen() {
  const { ask } = route.value
  useFreshQueue(ask)
  useKeys({ j: () => step(1), ArrowDown: () => step(1), k: () => step(-1), ArrowUp: () => step(-1) })
  const { page = null, failure = null } = queue.value?.ask === ask ? queue.value : {}
  return (
    <div class="queue">
      <div class="queue-top">
        <Heading title="Verifications" />
        <QueueFilters ask={ask} />
      </div>
      {failure !== null && (
        <FailureNotice code={failure}>
          <button type="button" class="button is-small" onClick={() => void loadQueue()}>
            Try again
          </button>
        </FailureNotice>
      )}
      {page !== null && page.requests.length === 0 && <Empty ask={ask} />}
      <ol class="rows" aria-label="Verifications" aria-busy={page === null && failure === null}>
        {page?.requests.map((row) => (
          <QueueRow key={row.requestId} row={row} ask={ask} />
        ))}
      </ol>
      <nav class="pages" aria-label="Pages">
        <PageLink ask={ask} cursor={page?.cursor.prev ?? null} words="Earlier page" />
        <PageLink ask={ask} cursor={page?.cursor.next ?? null} words="Next page" />
      </nav>
    </div>
  )
}

/** The queue is asked for when it is come to, when the window is, and every half a minute while somebody works here. */
function useFreshQueue(ask: QueueAsk): void {
  useEffect(() => {
    const refresh = () => {
      if (isAttended(ATTENDED_MS)) void loadQueue()
    }
    void loadQueue()
    const timer = setInterval(refresh, REFRESH_MS)
    addEventListener('focus', refresh)
    return () => {
      clearInterval(timer)
      removeEventListener('focus', refresh)
    }
  }, [ask])
}

/** Moves the focus by rows; from elsewhere to the first. */
function step(by: 1 | -1): void {
  const links = [...document.querySelectorAll<HTMLElement>('.row-link')]
  const at = links.findIndex((link) => link.matches(':focus'))
  const next = links[at === -1 ? 0 : at + by]
  next?.focus()
}

function PageLink({ ask, cursor, words }: { ask: QueueAsk; cursor: string | null; words: string }) {
  if (cursor === null) return null
  const to = { requestId: null, ask: { ...ask, cursor } }
  return (
    <a class="button is-small" href={hrefOf(to)} onClick={(event) => follow(event, to)}>
      {words}
    </a>
  )
}

function Empty({ ask: { status, operator } }: { ask: QueueAsk }) {
  const isQueue = status === 'SUBMITTED'
  const teaches = isQueue
    ? 'A verification comes here when a player has handed in the page that their casino sent them to. This list looks again by itself every half a minute.'
    : 'What players hand in stands under “To review” first.'
  return (
    <div class="empty">
      <p class="lead">{isQueue ? 'Nobody waits for a review.' : 'There are none of these.'}</p>
      <p class="muted">
        {operator === null ? teaches : 'Only one casino is shown. Choose all of them above to see the rest.'}
      </p>
    </div>
  )
}
