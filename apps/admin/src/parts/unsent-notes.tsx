import { noteDrafts } from '../state/note-drafts.ts'
import { follow, hrefOf, route } from '../state/route.ts'

/** Notes that were left behind unsent, with a way back to each. */
export function UnsentNotes() {
  const { requestId: here, ask } = route.value
  const others = [...noteDrafts.value.keys()].filter((requestId) => requestId !== here)
  return (
    <p class={others.length === 0 ? 'visually-hidden' : 'said is-open'} role="status">
      {others.length > 0 && 'You have left a note unsent: '}
      {others.map((requestId) => {
        const to = { requestId, ask }
        return (
          <a key={requestId} class="like-case" href={hrefOf(to)} onClick={(event) => follow(event, to)}>
            No. {requestId}
          </a>
        )
      })}
    </p>
  )
}
