import { useState } from 'preact/hooks'
import { dayLocale, t } from '../kit/words.ts'
import { DATE_DIGITS, type DateParts, type DateUnit, dateOrder, digitsOf, joinDate, splitDate } from './date-parts.ts'
import { saveNow } from './draft.ts'
import { described, FaultLine, fieldId, Hint } from './field.tsx'

type Path = 'details.dateOfBirth' | 'document.expiresOn'
type Props = {
  path: Path
  label: string
  value: string
  onInput: (text: string) => void
  isDisabled?: boolean
  example: DateParts
  /** What a browser fills in for each part. */
  autocomplete?: Readonly<Record<DateUnit, string>>
}

/** A day in three fields in the order of the locale: quicker than a calendar for a day years away, with any keyboard. */
export function DateField({ path, label, value, onInput, isDisabled = false, example, autocomplete }: Props) {
  const [typed, setTyped] = useState<DateParts>(() => splitDate(value))
  // As it was typed, as long as that is the day: a single digit gets its 0 behind the scenes only. A day from elsewhere is shown as it is.
  const parts = joinDate(typed) === value ? typed : splitDate(value)
  const order = dateOrder(dayLocale.value)
  const write = (unit: DateUnit, text: string) => {
    const written = { ...parts, [unit]: digitsOf(text, unit) }
    setTyped(written)
    onInput(joinDate(written))
  }
  return (
    <fieldset class="field date" disabled={isDisabled} onFocusOut={() => void saveNow()}>
      <legend>{label}</legend>
      <Hint path={path}>{t('date.hint', { example: order.map((unit) => example[unit]).join(' ') })}</Hint>
      <div class="date-parts">
        {order.map((unit, index) => (
          <label key={unit} class={`date-part is-${unit}`}>
            <span>{t(`date.${unit}`)}</span>
            <input
              class="input"
              id={index === 0 ? fieldId(path) : undefined}
              name={`${path}.${unit}`}
              inputMode="numeric"
              autocomplete={autocomplete?.[unit] ?? 'off'}
              maxLength={DATE_DIGITS[unit]}
              dir="ltr"
              value={parts[unit]}
              onInput={(event) => {
                const digits = digitsOf(event.currentTarget.value, unit)
                event.currentTarget.value = digits
                write(unit, digits)
              }}
              {...described(path, true)}
            />
          </label>
        ))}
      </div>
      <FaultLine path={path} />
    </fieldset>
  )
}
