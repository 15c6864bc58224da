import { AMOUNT_MAX } from '@coffer/contract/limits'
import { Alert, Radio, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { isInvalid } from '../api/api.ts'
import { readAmount, typedAmount } from '../text/amounts.ts'
import { defaultCost } from '../text/items.ts'
import { FailureAlert } from '../ui/failure-alert.tsx'
import { fieldFault, reasonFault } from '../ui/field-fault.ts'
import { FormDialog } from '../ui/form-dialog.tsx'
import { ReasonField } from '../ui/reason-field.tsx'
import { useFaultFocus } from '../ui/use-fault-focus.ts'
import type { ItemDialogProps } from './item-dialog.ts'
import { useCostChange } from './use-item.ts'

const IF_UNCONFIRMED =
  'The shipping cost may have been changed. Cancel to see the current item, then repeat your change if needed.'

/** Changes the cost of shipping an item. */
export function CostDialog({ item, itemKey, onClose, onDone }: ItemDialogProps) {
  const { shippingCostMinor: before, currency } = item
  const [isDefault, setDefault] = useState(before === null)
  const [amount, setAmount] = useState(before === null ? '' : typedAmount(before, currency))
  const [reason, setReason] = useState('')
  const [submitCount, setSubmitCount] = useState(0)
  const fields = useFaultFocus(submitCount)
  const { isBusy, error, clearError, save } = useCostChange(itemKey)
  const { minor = null, fault } = isDefault ? {} : readAmount(amount, currency, AMOUNT_MAX)
  const isUnchanged = fault === undefined && minor === before
  const isRefused = isInvalid(error, 'reason') || (!isDefault && isInvalid(error, 'shippingCostMinor'))
  const edit = (change: () => void) => {
    change()
    if (error !== null) clearError()
  }
  const submit = async () => {
    setSubmitCount((count) => count + 1)
    if (fault !== undefined || isUnchanged) return
    const input = { shippingCostMinor: minor, before, currency, reason: reason.trim() || undefined }
    if ((await save(input)) !== null) onDone('Shipping cost changed.')
  }
  return (
    <FormDialog title="Change shipping cost" submitLabel="Save" isBusy={isBusy} onSubmit={submit} onClose={onClose}>
      <Stack gap="sm" ref={fields}>
        <Radio.Group
          label="Shipping cost"
          value={isDefault ? 'default' : 'own'}
          onChange={(value) => edit(() => setDefault(value === 'default'))}
        >
          <Stack gap="xs" mt={4}>
            <Radio value="default" label={`Default of the settings (${defaultCost(item)})`} disabled={isBusy} />
            <Radio value="own" label="Own amount" disabled={isBusy} />
          </Stack>
        </Radio.Group>
        {!isDefault && (
          <TextInput
            label={`Amount (${currency})`}
            required
            inputMode="decimal"
            autoComplete="off"
            value={amount}
            readOnly={isBusy}
            error={(submitCount > 0 ? fault : undefined) ?? fieldFault(error, 'shippingCostMinor', 'The amount')}
            onChange={({ currentTarget: { value } }) => edit(() => setAmount(value))}
          />
        )}
        <ReasonField
          value={reason}
          isRequired={false}
          isBusy={isBusy}
          fault={reasonFault(error)}
          onChange={(text) => edit(() => setReason(text))}
        />
        {submitCount > 0 && isUnchanged && <Alert color="bad" title="This is already the shipping cost." />}
        {error !== null && !isRefused && <FailureAlert error={error} ifUnconfirmed={IF_UNCONFIRMED} />}
      </Stack>
    </FormDialog>
  )
}
