import { countriesIn, countryName } from '@coffer/web'
import { Alert, NativeSelect, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { isInvalid } from '../api/api.ts'
import { FailureAlert } from '../ui/failure-alert.tsx'
import { fieldFault } from '../ui/field-fault.ts'
import { FormDialog } from '../ui/form-dialog.tsx'
import { useFaultFocus } from '../ui/use-fault-focus.ts'
import {
  ADDRESS_PARTS,
  type AddressDraft,
  type AddressFaults,
  type AddressPart,
  draftOf,
  editedAddress,
  faultsOf,
  isRequired,
  isSame,
  PART_RULES,
} from './address-draft.ts'
import { IF_UNCONFIRMED, type OrderDialogProps } from './order-dialog.ts'
import { useOrderChange } from './use-order.ts'

const COUNTRIES = countriesIn('en').map(({ code, name }) => ({ value: code, label: name }))

/** Changes the address of a pending order. */
export function AddressDialog({ order, orderKey, onClose, onDone }: OrderDialogProps) {
  const { address: before, version } = order
  const [draft, setDraft] = useState(() => draftOf(before))
  const [submitCount, setSubmitCount] = useState(0)
  const form = useFaultFocus(submitCount)
  const { isBusy, error, clearError, save } = useOrderChange(orderKey)
  const faults = faultsOf(draft)
  const address = editedAddress(draft, before)
  const hasFault = Object.keys(faults).length > 0
  const isUnchanged = !hasFault && isSame(before, address)
  const isRefused = ADDRESS_PARTS.some((part) => isInvalid(error, `address.${part}`))
  const edit = (part: Partial<AddressDraft>) => {
    setDraft((current) => ({ ...current, ...part }))
    if (error !== null) clearError()
  }
  const submit = async () => {
    setSubmitCount((count) => count + 1)
    if (hasFault || isUnchanged) return
    if ((await save({ address, version })) !== null) onDone('Address changed.')
  }
  return (
    <FormDialog
      title="Change address"
      submitLabel="Save"
      isBusy={isBusy}
      hasEscape={isSame(before, address)}
      onSubmit={submit}
      onClose={onClose}
    >
      <Stack gap="sm" ref={form}>
        {ADDRESS_PARTS.map((part) => (
          <PartField
            key={part}
            {...{ part, draft, isBusy, error }}
            faults={submitCount > 0 ? faults : {}}
            before={before.country}
            onEdit={edit}
          />
        ))}
        {submitCount > 0 && isUnchanged && <Alert color="bad" title="Nothing is changed." />}
        {error !== null && !isRefused && <FailureAlert error={error} ifUnconfirmed={IF_UNCONFIRMED} />}
      </Stack>
    </FormDialog>
  )
}

type PartProps = {
  part: AddressPart
  draft: AddressDraft
  faults: AddressFaults
  isBusy: boolean
  error: Error | null
  /** The country of the order. */
  before: string
  onEdit: (part: Partial<AddressDraft>) => void
}

function PartField({ part, draft, faults, isBusy, error, before, onEdit }: PartProps) {
  const { label, max } = PART_RULES[part]
  const input = {
    label,
    required: isRequired(part, draft),
    autoComplete: 'off',
    value: draft[part],
    error: faults[part] ?? fieldFault(error, `address.${part}`, `The ${label.toLowerCase()}`),
  }
  const onChange = ({ currentTarget }: { currentTarget: { value: string } }) => onEdit({ [part]: currentTarget.value })
  if (part === 'country') {
    return <NativeSelect {...input} data={countriesWith(before)} disabled={isBusy} onChange={onChange} />
  }
  return (
    <TextInput
      {...input}
      data-autofocus={part === 'name' || undefined}
      maxLength={max}
      readOnly={isBusy}
      onChange={onChange}
    />
  )
}

/** The countries to choose from, with that of the order also when the list lacks it. */
function countriesWith(code: string) {
  if (COUNTRIES.some(({ value }) => value === code)) return COUNTRIES
  return [{ value: code, label: countryName(code, 'en') }, ...COUNTRIES]
}
