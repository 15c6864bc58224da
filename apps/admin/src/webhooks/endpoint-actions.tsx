import type { EndpointRow } from '@coffer/contract/admin'
import { Button, Group } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import { operatorPath } from '../list/operator-path.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { ActionResult } from '../ui/action-result.tsx'
import { FailureAlert } from '../ui/failure-alert.tsx'
import { DisableDialog } from './disable-dialog.tsx'
import { EditDialog } from './edit-dialog.tsx'
import { RotateDialog } from './rotate-dialog.tsx'
import { type EndpointInput, useEndpointChanges } from './use-endpoint.ts'

type Props = { endpoint: EndpointRow; operator: string | null }

/** A dialog, and the endpoint as it was when the dialog opened: what another person changes meanwhile is not changed back. */
type OpenDialog = { name: 'edit' | 'rotate' | 'disable'; endpoint: EndpointRow }

/** Buttons to change an endpoint, and the result of the last one. */
export function EndpointActions({ endpoint, operator }: Props) {
  const { endpointId, enabled } = endpoint
  const changes = useEndpointChanges({ endpointId, operator })
  const { isBusy, error } = changes
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const [result, setResult] = useState<ReactNode>(null)
  const open = (name: OpenDialog['name']) => {
    changes.clearErrors()
    setResult(null)
    setDialog({ name, endpoint })
  }
  const close = () => {
    // An error that the dialog showed is not one of the card.
    changes.clearErrors()
    setDialog(null)
  }
  const runInDialog = async (change: Promise<boolean>, text: string) => {
    if (!(await change)) return
    close()
    setResult(text)
  }
  const enable = async () => {
    setResult(null)
    if (await changes.enable()) setResult('The endpoint is enabled.')
  }
  const sendTest = async () => {
    setResult(null)
    const deliveryId = await changes.sendTest()
    if (deliveryId !== null) setResult(<TestResult deliveryId={deliveryId} operator={operator} />)
  }
  const save = (input: Partial<EndpointInput>, { version }: EndpointRow) =>
    runInDialog(changes.save(input, version), savedText(endpoint))
  const disable = () => runInDialog(changes.disable(), 'The endpoint is disabled.')
  const inDialog = { isBusy, error, onClose: close }
  return (
    <>
      <ActionResult>{result}</ActionResult>
      {error !== null && dialog === null && <FailureAlert error={error} />}
      <Group gap="xs">
        <Button onClick={() => open('edit')}>Edit…</Button>
        <Button onClick={() => open('rotate')}>Rotate secret…</Button>
        {enabled && (
          <ActionButton variant="default" isBusy={isBusy} onClick={sendTest}>
            Send test event
          </ActionButton>
        )}
        {/* One button for both, so that it keeps the focus. */}
        <ActionButton variant="default" isBusy={isBusy} onClick={enabled ? () => open('disable') : enable}>
          {enabled ? 'Disable…' : 'Enable'}
        </ActionButton>
      </Group>
      {dialog?.name === 'edit' && (
        <EditDialog {...inDialog} endpoint={dialog.endpoint} onSave={(input) => save(input, dialog.endpoint)} />
      )}
      {dialog?.name === 'disable' && <DisableDialog {...inDialog} endpoint={dialog.endpoint} onDisable={disable} />}
      {dialog?.name === 'rotate' && <RotateDialog endpoint={dialog.endpoint} operator={operator} onClose={close} />}
    </>
  )
}

/** Pending deliveries of an endpoint that failed are sent once it takes an event. */
function savedText({ failingSince }: EndpointRow): string {
  const saved = 'The endpoint was changed.'
  return failingSince === null ? saved : `${saved} Send a test event: if it is taken, pending deliveries are sent.`
}

function TestResult({ deliveryId, operator }: { deliveryId: string; operator: string | null }) {
  return (
    <>
      The test event is being sent. If the endpoint takes it, pending deliveries are sent too.
      <Link className="text-link" href={operatorPath(`/deliveries/${deliveryId}`, operator)}>
        Show the delivery
      </Link>
    </>
  )
}
