import { Radio, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { isInvalid } from '../api/api.ts'
import { piecesText } from '../text/items.ts'
import { FailureAlert } from '../ui/failure-alert.tsx'
import { fieldFault, reasonFault } from '../ui/field-fault.ts'
import { FormDialog } from '../ui/form-dialog.tsx'
import { ReasonField } from '../ui/reason-field.tsx'
import { useFaultFocus } from '../ui/use-fault-focus.ts'
import type { ItemDialogProps } from './item-dialog.ts'
import { checkStock, offeredModes, STOCK_MODES, type StockMode } from './stock-draft.ts'
import { useStockChange } from './use-item.ts'

const RESULT_IF_WAITING = 'Stock changed. Orders that wait get the pieces within a minute.'
const IF_UNCONFIRMED =
  'The stock may have been changed. Cancel to see the current item, then repeat your change if needed.'

/** Changes the stock of an item. */
export function StockDialog({ item, itemKey, onClose, onDone }: ItemDialogProps) {
  const { stock } = item
  const modes = offeredModes(stock)
  const [mode, setMode] = useState<StockMode>(modes[0] ?? 'set')
  const [number, setNumber] = useState('')
  const [reason, setReason] = useState('')
  const [submitCount, setSubmitCount] = useState(0)
  const fields = useFaultFocus(submitCount)
  const { isBusy, error, clearError, save } = useStockChange(itemKey)
  const checked = checkStock(mode, number, stock)
  const isRefused = ['stock', 'reason'].some((field) => isInvalid(error, field))
  const edit = (change: () => void) => {
    change()
    if (error !== null) clearError()
  }
  const submit = async () => {
    setSubmitCount((before) => before + 1)
    if (checked.after === undefined) return
    const input = { stock: checked.after, before: stock, reason: reason.trim() || undefined }
    if ((await save(input)) !== null) onDone(item.waitingForStock > 0 ? RESULT_IF_WAITING : 'Stock changed.')
  }
  return (
    <FormDialog title="Change stock" submitLabel="Save" isBusy={isBusy} onSubmit={submit} onClose={onClose}>
      <Stack gap="sm" ref={fields}>
        {stock === null && (
          <Text>The pieces of this item are not counted. They are counted after you set a number.</Text>
        )}
        <Radio.Group label="Change" value={mode} onChange={(value) => edit(() => setMode(value as StockMode))}>
          <Stack gap="xs" mt={4}>
            {modes.map((one) => (
              <Radio key={one} value={one} label={STOCK_MODES[one]} disabled={isBusy} />
            ))}
          </Stack>
        </Radio.Group>
        {mode !== 'stop' && (
          <TextInput
            label="Pieces"
            required
            inputMode="numeric"
            autoComplete="off"
            value={number}
            readOnly={isBusy}
            error={(submitCount > 0 ? checked.fault : undefined) ?? fieldFault(error, 'stock', 'The stock')}
            onChange={({ currentTarget: { value } }) => edit(() => setNumber(value))}
          />
        )}
        <ReasonField
          value={reason}
          isRequired={false}
          isBusy={isBusy}
          fault={reasonFault(error)}
          onChange={(text) => edit(() => setReason(text))}
        />
        <Text role="status">
          {checked.after === undefined
            ? `Stock now: ${piecesText(stock)}.`
            : `Stock: from ${piecesText(stock)} to ${piecesText(checked.after)}.`}
        </Text>
        {error !== null && !isRefused && <FailureAlert error={error} ifUnconfirmed={IF_UNCONFIRMED} />}
      </Stack>
    </FormDialog>
  )
}
