import { TextInput } from '@mantine/core'
import { type FocusEvent, useRef, useState } from 'react'
import { FIRST_DAY, isDay, LAST_DAY } from './day.ts'

type Props = {
  label: string
  /** A day as YYYY-MM-DD; empty when the filter is not set. */
  value: string
  /** `replace`: the change follows another one of the same visit to the field. */
  onChange: (value: string, options: { replace: boolean }) => void
}

/**
 * A field for a day. While a year is typed, browsers report dates such as 0002-11-01: the field shows them, but only a date from 2000 to 2099
 * changes the filter.
 */
export function DayField({ label, value, onChange }: Props) {
  const [draft, setDraft] = useState(value)
  const [filter, setFilter] = useState(value)
  const hasChanged = useRef(false)
  // The field follows the address, for example when the user goes back.
  if (filter !== value) {
    setFilter(value)
    setDraft(value)
  }
  const change = (day: string) => {
    setDraft(day)
    const isComplete = day === '' || (isDay(day) && day >= FIRST_DAY && day <= LAST_DAY)
    if (!isComplete || day === value) return
    onChange(day, { replace: hasChanged.current })
    hasChanged.current = true
  }
  /** Removes a date that is not complete, so that the field shows the filter of the list. */
  const leave = ({ currentTarget }: FocusEvent<HTMLInputElement>) => {
    setDraft(value)
    if (currentTarget.validity.badInput) currentTarget.value = ''
    hasChanged.current = false
  }
  return (
    <TextInput
      type="date"
      label={label}
      value={draft}
      min={FIRST_DAY}
      max={LAST_DAY}
      onChange={({ currentTarget }) => change(currentTarget.value)}
      onBlur={leave}
    />
  )
}
