import { Fragment } from 'react'
import { Link, useRoute, useSearch } from 'wouter'
import { queuePath, readQueueAddress } from '../kyc-queue/queue-path.ts'
import { useNoteDrafts } from '../session/note-drafts.tsx'
import classes from './shell.module.css'

/** Unsent notes of verifications that are not on the screen, with a link to each. */
export function UnsentNotes() {
  const { drafts } = useNoteDrafts()
  const address = { ...readQueueAddress(useSearch()), cursor: null }
  const [, here] = useRoute('/kyc/:requestId')
  const others = [...drafts.keys()].filter((requestId) => `${requestId}` !== here?.requestId)
  return (
    <p className={others.length === 0 ? 'visually-hidden' : classes.unsent} role="status">
      {others.length > 0 && 'Unsent notes: '}
      {others.map((requestId, index) => (
        <Fragment key={requestId}>
          {index > 0 && ', '}
          <Link href={queuePath(address, requestId)}>verification No. {requestId}</Link>
        </Fragment>
      ))}
    </p>
  )
}
