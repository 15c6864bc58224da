import type { AdminDelivery } from '@coffer/contract/admin'
import { DELIVERY_LIST } from '@coffer/contract/list'
import { mayDo } from '@coffer/contract/permissions'
import { Group, Paper, Text } from '@mantine/core'
import { useRef } from 'react'
import { DetailScreen } from '../list/detail-screen.tsx'
import { useDetailAddress } from '../list/use-detail-address.ts'
import { useStaff } from '../session/session.tsx'
import { eventName } from '../text/webhooks.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { DeliveryStatusChip } from '../ui/delivery-status.tsx'
import { FailureAlert } from '../ui/failure-alert.tsx'
import { useNotice } from '../ui/notice.tsx'
import { useKeptFocus } from '../ui/use-kept-focus.ts'
import { AttemptTable } from './attempt-table.tsx'
import { DeliveryBody } from './delivery-body.tsx'
import { DeliveryFacts } from './delivery-facts.tsx'
import { isViewRecorded, useDelivery } from './use-delivery.ts'

/** One delivery: what was sent, to which endpoint, and the result of each attempt. */
export function DeliveryScreen({ deliveryId }: { deliveryId: string }) {
  const viewer = useStaff()
  const notice = useNotice()
  const address = useDetailAddress(DELIVERY_LIST, '/deliveries')
  const { operator, lacksOperator } = address
  const { delivery, readError, replayError, isReplaying, replay, ...reading } = useDelivery(deliveryId, operator, {
    isEnabled: !lacksOperator,
  })
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
    <DetailScreen
      address={address}
      noun="delivery"
      plural="deliveries"
      title={delivery === null ? `Delivery ${deliveryId}` : eventName(delivery.type)}
      status={delivery !== null && <DeliveryStatusChip status={delivery.status} />}
      actions={
        mayReplay && (
          <ActionButton isBusy={isReplaying} onClick={send}>
            Replay
          </ActionButton>
        )
      }
      isMissing={delivery === null}
      readError={readError}
      readAgain={reading.readAgain}
      screenRef={screen}
    >
      {replayError !== null && <FailureAlert error={replayError} />}
      {delivery !== null && <DeliveryView delivery={delivery} operator={operator} {...reading} />}
    </DetailScreen>
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
