import type { ApiKeyRow } from '@coffer/contract/admin'
import { KEY_STATUS_TEXT, KEY_STATUS_TONE } from '../text/api-keys.ts'
import { Chip } from '../ui/chip.tsx'
import { Moment } from '../ui/moment.tsx'

/** The status of an API key, and when it ends. */
export function KeyStatus({ status, endsAt }: Pick<ApiKeyRow, 'status' | 'endsAt'>) {
  return (
    <span>
      <Chip tone={KEY_STATUS_TONE[status]}>{KEY_STATUS_TEXT[status]}</Chip>
      {status === 'ending' && endsAt !== null && (
        <>
          {' '}
          until <Moment at={endsAt} />
        </>
      )}
    </span>
  )
}
