import type { AdminDelivery } from '@coffer/contract/admin'
import { DELIVERY_LIST } from '@coffer/contract/list'
import { mayDo } from '@coffer/contract/permissions'
import { Alert, Button, Group, Paper, Stack, Text } from '@mantine/core'
import { useRef } from 'react'
import { useLocation, useSearch } from 'wouter'
import { queryStringOf, readAddress } from '../list/list-state.ts'
import { useStaff } from '../session/session.tsx'
import { eventName } from '../text/webhooks.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { BackLink } from '../ui/back-link.tsx'
import { DeliveryStatusChip } from '../ui/delivery-status.tsx'
import { FailureAlert } from '../ui/failure-alert.tsx'
import { Loading } from '../ui/loading.tsx'
import { useNotice } from '../ui/notice.tsx'
import { ScreenTitle } from '../ui/screen-title.tsx'
import { useShortcuts } from '../ui/shortcuts.tsx'
import { useKeptFocus } from '../ui/use-kept-focus.ts'
import { AttemptTable } from './attempt-table.tsx'
import { DeliveryBody } from './delivery-body.tsx'
import { DeliveryFacts } from './delivery-facts.tsx'
import { isViewRecorded, useDelivery } from './use-delivery.ts'

/** One delivery: what was sent, to which endpoint, and the result of each attempt. */
export function DeliveryScreen({ deliveryId }: { deliveryId: string }) {
  const viewer = useStaff()
  const notice = useNotice()
  const isPlatform = viewer.operator === null
  const address = readAddress(DELIVERY_LIST, useSearch(), isPlatform)
  const { operator = null } = address.filters
  const lacksOperator = isPlatform && operator === null
  const { delivery, readError, replayError, isReplaying, replay, ...reading } = useDelivery(deliveryId, operator, {
    isEnabled: !lacksOperator,
  })
  const listPath = `/deliveries${queryStringOf(DELIVERY_LIST, address)}`
  const [, navigate] = useLocation()
  useShortcuts({ Escape: () => navigate(listPath) })
  const screen = useRef<HTMLDivElement>(null)
  useKeptFocus(screen, isReplaying, 'h1')
  const mayReplay = delivery?.status === 'failed' && mayDo(viewer.roles, 'integration.manage')
  const send = async () => {
    notice.show('')
    if (!(await replay())) return
    const isDisabled = delivery?.endpointEnabled === false
    notice.show(isDisabled ? 'Queued. It is sent after the endpoint is enabled.' : 'The delivery was queued.')
  }
  return (
    <Stack ref={screen}>
      <BackLink href={listPath} to="deliveries" />
      <Group justify="space-between" align="flex-end">
        <Group gap="sm">
          <ScreenTitle title={delivery === null ? `Delivery ${deliveryId}` : eventName(delivery.type)} />
          <span role="status">{delivery !== null && <DeliveryStatusChip status={delivery.status} />}</span>
        </Group>
        {mayReplay && (
          <ActionButton isBusy={isReplaying} onClick={send}>
            Replay
          </ActionButton>
        )}
      </Group>
      {lacksOperator && (
        <Alert color="info" title="The address of this page names no operator.">
          Choose the operator in the list of deliveries, and open the delivery there.
        </Alert>
      )}
      {replayError !== null && <FailureAlert error={replayError} />}
      {readError !== null && (
        <FailureAlert error={readError}>
          <Button onClick={reading.readAgain}>Try again</Button>
        </FailureAlert>
      )}
      {delivery !== null && <DeliveryView delivery={delivery} operator={operator} {...reading} />}
      {delivery === null && readError === null && !lacksOperator && <Loading what="the delivery" />}
    </Stack>
  )
}

type ViewProps = { delivery: AdminDelivery; operator: string | null; isReading: boolean; readAgain: () => void }

function DeliveryView({ delivery, operator, isReading, readAgain }: ViewProps) {
  return (
    <>
      {delivery.status === 'pending' && isViewRecorded(delivery) && (
        <Group gap="sm">
          <Text c="dimmed">This page does not refresh itself, because each view is recorded.</Text>
          <ActionButton variant="default" isBusy={isReading} onClick={readAgain}>
            Refresh
          </ActionButton>
        </Group>
      )}
      <Paper withBorder p="lg" maw={720}>
        <DeliveryFacts delivery={delivery} operator={operator} />
      </Paper>
      <DeliveryBody body={delivery.body} />
      <AttemptTable delivery={delivery} />
    </>
  )
}
