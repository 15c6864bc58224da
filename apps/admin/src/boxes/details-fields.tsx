import type { AdminBoxAttribute } from '@coffer/contract/admin'
import { BOX_NAME_CHARACTERS, DESCRIPTION_CHARACTERS } from '@coffer/contract/limits'
import { Checkbox, Textarea, TextInput } from '@mantine/core'
import { fieldFault, reasonFault } from '../ui/field-fault.ts'
import { ReasonField } from '../ui/reason-field.tsx'
import { AttributeField } from './attribute-field.tsx'
import classes from './boxes.module.css'
import type { DetailsDraft, DetailsFaults } from './details-draft.ts'

type Props = {
  draft: DetailsDraft
  declared: readonly AdminBoxAttribute[]
  faults: DetailsFaults
  isBusy: boolean
  error: Error | null
  onEdit: (part: Partial<DetailsDraft>) => void
}

/** The fields of the details of a box. */
export function DetailsFields(props: Props) {
  const { draft, declared, faults, isBusy, error, onEdit } = props
  return (
    <>
      <TextInput
        label="Name"
        required
        autoComplete="off"
        data-autofocus
        maxLength={BOX_NAME_CHARACTERS}
        value={draft.name}
        readOnly={isBusy}
        error={faults.name ?? fieldFault(error, 'name', 'The name')}
        onChange={({ currentTarget }) => onEdit({ name: currentTarget.value })}
      />
      <SharedFields
        {...{ draft, isBusy, error, onEdit }}
        refundableNote="Also applies to boxes that players have bought and not opened."
      />
      {declared.length > 0 && <AttributeFields {...props} />}
      <ReasonField
        value={draft.reason}
        isRequired={false}
        isBusy={isBusy}
        fault={reasonFault(error)}
        onChange={(reason) => onEdit({ reason })}
      />
    </>
  )
}

type Shared = { readonly description: string; readonly refundable: boolean }

type SharedProps = {
  draft: Shared
  isBusy: boolean
  error: Error | null
  refundableNote?: string
  onEdit: (part: Partial<Shared>) => void
}

/** The fields that a new box has, too: the description, and whether players can return the box. */
export function SharedFields({ draft, isBusy, error, refundableNote, onEdit }: SharedProps) {
  return (
    <>
      <Textarea
        label="Description"
        autoComplete="off"
        rows={4}
        resize="vertical"
        maxLength={DESCRIPTION_CHARACTERS}
        value={draft.description}
        readOnly={isBusy}
        error={fieldFault(error, 'description', 'The description')}
        onChange={({ currentTarget }) => onEdit({ description: currentTarget.value })}
      />
      <Checkbox
        label="Players can return it before they open it"
        description={refundableNote}
        checked={draft.refundable}
        disabled={isBusy}
        onChange={({ currentTarget }) => onEdit({ refundable: currentTarget.checked })}
      />
    </>
  )
}

function AttributeFields({ draft: { attributes }, declared, faults, isBusy, error, onEdit }: Props) {
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>Attributes</legend>
      {declared.map((attribute) => (
        <AttributeField
          key={attribute.name}
          attribute={attribute}
          text={attributes[attribute.name] ?? null}
          isBusy={isBusy}
          fault={
            faults.attributes.get(attribute.name) ?? fieldFault(error, `attributes.${attribute.name}`, 'The attribute')
          }
          onChange={(text) => onEdit({ attributes: { ...attributes, [attribute.name]: text } })}
        />
      ))}
    </fieldset>
  )
}
