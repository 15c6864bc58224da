import type { AdminOrder } from '@coffer/contract/admin'
import { mayDo } from '@coffer/contract/permissions'
import { Group } from '@mantine/core'
import { type ComponentType, useState } from 'react'
import { useStaff } from '../session/session.tsx'
import { ActionButton } from '../ui/action-button.tsx'
import { AddressDialog } from './address-dialog.tsx'
import { CancelDialog } from './cancel-dialog.tsx'
import { DetailsDialog } from './details-dialog.tsx'
import type { OrderDialogProps } from './order-dialog.ts'
import classes from './orders.module.css'
import { DeliverDialog, ReplaceDialog, ReturnDialog, ShipDialog, StartDialog } from './status-dialogs.tsx'
import type { OrderKey } from './use-order.ts'

/** Statuses that staff can give an order, in the order of the buttons. */
const STATUS_ACTIONS = ['processing', 'shipped', 'delivered', 'shipped_with_replacements', 'returned'] as const
type Action = (typeof STATUS_ACTIONS)[number] | 'details' | 'address' | 'cancel'

const LABELS: Readonly<Record<Action, string>> = {
  processing: 'Start processing…',
  shipped: 'Mark as shipped…',
  delivered: 'Mark as delivered…',
  shipped_with_replacements: 'Ship replacement…',
  returned: 'Mark as returned…',
  details: 'Edit details…',
  address: 'Change address…',
  cancel: 'Cancel order…',
}

const DIALOGS: Readonly<Record<Action, ComponentType<OrderDialogProps>>> = {
  processing: StartDialog,
  shipped: ShipDialog,
  delivered: DeliverDialog,
  shipped_with_replacements: ReplaceDialog,
  returned: ReturnDialog,
  details: DetailsDialog,
  address: AddressDialog,
  cancel: CancelDialog,
}

type Props = {
  order: AdminOrder
  orderKey: OrderKey
  /** Called with the result of a change, and with null when one begins. */
  onResult: (result: string | null) => void
}

/**
 * Buttons that change an order. One dialog at a time, which opens on the order as it is shown: reading it again would record another view in the
 * audit log. The service refuses a change that is based on an outdated order.
 */
export function OrderActions({ order, orderKey, onResult }: Props) {
  const [opened, setOpened] = useState<{ order: AdminOrder; action: Action } | null>(null)
  if (!mayDo(useStaff().roles, 'orders.manage')) return null
  const start = (action: Action) => {
    onResult(null)
    setOpened({ order, action })
  }
  const close = () => setOpened(null)
  const finish = (result: string) => {
    close()
    onResult(result)
  }
  const actions = actionsOn(order)
  const Dialog = opened === null ? null : DIALOGS[opened.action]
  return (
    <>
      {actions.length > 0 && (
        <Group gap="xs">
          {actions.map((action, index) => (
            <ActionButton
              key={action}
              variant={index === 0 ? 'filled' : 'default'}
              className={action === 'cancel' ? classes.danger : undefined}
              onClick={() => start(action)}
            >
              {LABELS[action]}
            </ActionButton>
          ))}
        </Group>
      )}
      {Dialog !== null && opened !== null && (
        <Dialog order={opened.order} orderKey={orderKey} onClose={close} onDone={finish} />
      )}
    </>
  )
}

function actionsOn({ status, nextStatuses, erasedAt }: AdminOrder): readonly Action[] {
  const isPending = status === 'pending'
  return [
    ...STATUS_ACTIONS.filter((next) => nextStatuses.includes(next)),
    ...(status !== 'cancelled' ? (['details'] as const) : []),
    ...(isPending && erasedAt === undefined ? (['address'] as const) : []),
    ...(isPending ? (['cancel'] as const) : []),
  ]
}
