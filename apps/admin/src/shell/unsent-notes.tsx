import { Fragment } from 'react'
import { Link, useRoute } from 'wouter'
import { casePath, useQueueFilters } from '../kyc-queue/queue-filters.ts'
import { useNoteDrafts } from '../session/note-drafts.tsx'
import classes from './shell.module.css'

/** Unsent notes of verifications that are not on the screen, with a link to each. */
export function UnsentNotes() {
  const { drafts } = useNoteDrafts()
  const filters = useQueueFilters()
  const [, here] = useRoute('/kyc/:requestId')
  const others = [...drafts.keys()].filter((requestId) => `${requestId}` !== here?.requestId)
  return (
    <p className={others.length === 0 ? 'visually-hidden' : classes.unsent} role="status">
      {others.length > 0 && 'Unsent notes: '}
      {others.map((requestId, index) => (
        <Fragment key={requestId}>
          {index > 0 && ', '}
          <Link href={casePath(requestId, filters)}>verification No. {requestId}</Link>
        </Fragment>
      ))}
    </p>
  )
}
