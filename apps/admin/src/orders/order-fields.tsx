import { DELIVERY_NOTE_CHARACTERS, TRACKING_CHARACTERS, TRACKING_URL_CHARACTERS } from '@coffer/contract/order-names'
import { Textarea, TextInput } from '@mantine/core'
import { fieldFault } from '../ui/field-fault.ts'
import type { OrderDraft, OrderFaults, OrderField } from './order-draft.ts'

const COST_CHARACTERS = 40

/** The start of a sentence about a field that the service refused. */
const SUBJECTS: Readonly<Record<OrderField, string>> = {
  carrier: 'The carrier',
  trackingNumber: 'The tracking number',
  trackingUrl: 'The tracking URL',
  realizedTotalCostMinor: 'The cost',
  userNotes: 'The delivery note',
}

type Props = {
  draft: OrderDraft
  fields: readonly OrderField[]
  currency: string
  faults: OrderFaults
  isBusy: boolean
  error: Error | null
  onEdit: (part: Partial<OrderDraft>) => void
}

/** Fields of an order. The first one has the focus when the dialog opens. */
export function OrderFields(props: Props) {
  return props.fields.map((field, index) => <Field key={field} {...props} field={field} hasFocus={index === 0} />)
}

function Field({ draft, field, hasFocus, currency, faults, isBusy, error, onEdit }: FieldProps) {
  const input = {
    autoComplete: 'off',
    'data-autofocus': hasFocus || undefined,
    value: draft[field],
    readOnly: isBusy,
    error: faults[field] ?? fieldFault(error, field, SUBJECTS[field]),
  }
  const onChange = ({ currentTarget }: { currentTarget: { value: string } }) => onEdit({ [field]: currentTarget.value })
  switch (field) {
    case 'carrier':
      return <TextInput {...input} label="Carrier" maxLength={TRACKING_CHARACTERS} onChange={onChange} />
    case 'trackingNumber':
      return (
        <TextInput
          {...{ ...input, ...CODE }}
          label="Tracking number"
          maxLength={TRACKING_CHARACTERS}
          onChange={onChange}
        />
      )
    case 'trackingUrl':
      return (
        <TextInput
          {...{ ...input, ...CODE }}
          label="Tracking URL"
          type="url"
          placeholder="https://…"
          maxLength={TRACKING_URL_CHARACTERS}
          onChange={onChange}
        />
      )
    case 'realizedTotalCostMinor':
      return (
        <TextInput
          {...input}
          label={`Actual shipping cost (${currency})`}
          inputMode="decimal"
          maxLength={COST_CHARACTERS}
          onChange={onChange}
        />
      )
    case 'userNotes':
      return (
        <Textarea
          {...input}
          label="Delivery note"
          description={`${draft[field].length} of ${DELIVERY_NOTE_CHARACTERS} characters`}
          rows={4}
          resize="vertical"
          maxLength={DELIVERY_NOTE_CHARACTERS}
          onChange={onChange}
        />
      )
  }
}

type FieldProps = Props & { field: OrderField; hasFocus: boolean }

const CODE = { autoCapitalize: 'off', autoCorrect: 'off', spellCheck: false }
