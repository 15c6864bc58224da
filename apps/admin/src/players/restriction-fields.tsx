import type { AdminPlayer } from '@coffer/contract/admin'
import { Checkbox, TextInput } from '@mantine/core'
import type { RefObject } from 'react'
import { hasOtherCurrency, spendLimit } from '../text/players.ts'
import { moment } from '../text/time.ts'
import { type Draft, utcMoment } from './restriction-draft.ts'

type Props = {
  draft: Draft
  player: AdminPlayer
  isBusy: boolean
  /** Why the content of the field is not accepted. */
  fault: string | undefined
  onEdit: (part: Partial<Draft>) => void
}

type CoolOffProps = Omit<Props, 'player'> & { field: RefObject<HTMLInputElement | null> }

/** The end of a cool-off. */
export function CoolOffField({ draft: { coolOff }, isBusy, fault, onEdit, field }: CoolOffProps) {
  const at = coolOff === null ? null : utcMoment(coolOff)
  return (
    <TextInput
      ref={field}
      type="datetime-local"
      label="Cool-off until (UTC)"
      description={
        at === null
          ? 'The player cannot start or continue a game until then. Empty: no cool-off.'
          : `In your time zone: ${moment(at)}. Empty: no cool-off.`
      }
      max="9999-12-31T23:59"
      defaultValue={coolOff ?? ''}
      readOnly={isBusy}
      error={fault}
      onChange={({ currentTarget }) => onEdit({ coolOff: readCoolOff(currentTarget) })}
    />
  )
}

/** The content of the field as part of a draft: null while the date is not complete. */
export function readCoolOff({ value, validity }: HTMLInputElement): string | null {
  return validity.badInput ? null : value
}

/** The limit of spend per day. A limit in another currency cannot be edited, only replaced or removed. */
export function SpendField({ draft: { spend, removesSpend }, player, isBusy, fault, onEdit }: Props) {
  const { currency, restrictions } = player
  const isOther = hasOtherCurrency(player)
  return (
    <>
      <TextInput
        label={`Daily spend limit (${currency})`}
        description={
          isOther
            ? `The current limit is ${spendLimit(restrictions)} a day. A new one is in ${currency}. Empty: no change.`
            : 'Bets per UTC day with the player’s own money. 0: no paid opens. Empty: no limit.'
        }
        inputMode="decimal"
        autoComplete="off"
        value={spend}
        disabled={removesSpend}
        readOnly={isBusy}
        error={fault}
        onChange={({ currentTarget }) => onEdit({ spend: currentTarget.value })}
      />
      {isOther && (
        <Checkbox
          label="Remove the daily spend limit"
          checked={removesSpend}
          disabled={isBusy}
          onChange={({ currentTarget }) => onEdit({ removesSpend: currentTarget.checked })}
        />
      )}
    </>
  )
}

/** The limit of opens per day. */
export function OpensField({ draft: { opens }, isBusy, fault, onEdit }: Omit<Props, 'player'>) {
  return (
    <TextInput
      label="Daily opens limit"
      description="Boxes per UTC day, free ones too. 0: none. Empty: no limit."
      inputMode="numeric"
      autoComplete="off"
      value={opens}
      readOnly={isBusy}
      error={fault}
      onChange={({ currentTarget }) => onEdit({ opens: currentTarget.value })}
    />
  )
}
