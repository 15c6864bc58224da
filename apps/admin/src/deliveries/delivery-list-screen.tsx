import { DELIVERY_LIST } from '@coffer/contract/list'
import { mayDo } from '@coffer/contract/permissions'
import type { Delivery } from '@coffer/contract/webhooks'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'wouter'
import { api } from '../api/api.ts'
import { ListScreen } from '../list/list-screen.tsx'
import { useListState } from '../list/list-state.ts'
import { trimmedTexts } from '../list/use-settled-texts.ts'
import { useStaff } from '../session/session.tsx'
import { eventName, shortUrl } from '../text/webhooks.ts'
import { DeliveryStatusChip } from '../ui/delivery-status.tsx'
import { Moment } from '../ui/moment.tsx'
import { useNotice } from '../ui/notice.tsx'
import classes from './deliveries.module.css'
import { DELIVERY_LIST_TEXT } from './delivery-list-text.ts'
import { ReplayDialog } from './replay-dialog.tsx'
import { DELIVERIES_QUERY, type ReplayFilters } from './use-delivery.ts'

/** The webhook deliveries of the operator; for staff of the platform those of an operator that they choose. */
export function DeliveryListScreen() {
  const control = useListState(DELIVERY_LIST)
  const notice = useNotice()
  const [replayed, setReplayed] = useState<ReplayFilters | null>(null)
  const { status, ...filters } = control.filters
  const mayReplay = mayDo(useStaff().roles, 'integration.manage') && (status === undefined || status === 'failed')
  const openDialog = () => {
    notice.show('')
    // Each value is one of the schema: those of the address were checked when it was read.
    setReplayed({ ...filters, ...trimmedTexts(control.texts) } as ReplayFilters)
  }
  const close = (result: string) => {
    setReplayed(null)
    notice.show(result)
  }
  return (
    <>
      <ListScreen<typeof DELIVERY_LIST, Delivery>
        name={DELIVERIES_QUERY}
        title="Deliveries"
        noun="deliveries"
        list={DELIVERY_LIST}
        text={DELIVERY_LIST_TEXT}
        control={control}
        read={async (body) => {
          const { deliveries, cursor } = await api.call('listDeliveries', { body })
          return { rows: deliveries, cursor }
        }}
        exportRows={(body) => api.call('exportDeliveries', { body })}
        keyOf={({ id }) => id}
        cells={{
          type: ({ id, type }) => (
            <Link href={`/deliveries/${id}${control.queryString}`}>
              <span className={classes.event}>
                {eventName(type)} <span className={classes.id}>{id}</span>
              </span>
            </Link>
          ),
          url: ({ url }) => <span className={classes.cell}>{shortUrl(url)}</span>,
          playerExternalId: ({ playerExternalId }) =>
            playerExternalId !== null && <span className={classes.cell}>{playerExternalId}</span>,
          status: ({ status }) => <DeliveryStatusChip status={status} />,
          attemptCount: attemptsCell,
          occurredAt: ({ occurredAt }) => <Moment at={occurredAt} />,
        }}
        empty="No deliveries yet. Events that occur are sent to the endpoints under Webhooks."
        rowActions={mayReplay && <Button onClick={openDialog}>Replay failed…</Button>}
      />
      {replayed !== null && <ReplayDialog filters={replayed} onClose={() => setReplayed(null)} onDone={close} />}
    </>
  )
}

/** The number of attempts, and when it was delivered, is tried next, or was tried last. */
function attemptsCell({ attemptCount, deliveredAt, nextAttemptAt, lastAttemptAt }: Delivery) {
  const at = deliveredAt ?? nextAttemptAt ?? lastAttemptAt
  if (at === null) return attemptCount
  const what = deliveredAt !== null ? 'delivered' : nextAttemptAt !== null ? 'next' : 'last'
  return (
    <span>
      {attemptCount}, {what} <Moment at={at} />
    </span>
  )
}
