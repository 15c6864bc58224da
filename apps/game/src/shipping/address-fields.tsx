import { type ApiFailure, countriesIn } from '@coffer/web'
import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { t, words } from '../kit/words.ts'
import {
  askedFields,
  type Entry,
  FIELD_RULES,
  type Field,
  isNeeded,
  lengthOf,
  mended,
  type Problem,
  type Problems,
  problemsOf,
  refusedFields,
} from './address-form.ts'

/** What is wrong with a form. It is said once the player wants to go on, and then as they write; the first of it takes the focus. */
export function useAddressForm(fields: readonly Field[], failure: ApiFailure | null) {
  const ref = useRef<HTMLFormElement>(null)
  const [problems, setProblems] = useState<Problems>({})
  const [tries, setTries] = useState(0)
  const show = (found: Problems) => {
    setProblems(found)
    setTries((count) => count + 1)
  }
  useEffect(() => {
    const refused = failure?.answer?.error.fields
    if (refused) show(refusedFields(refused, fields))
  }, [failure])
  useLayoutEffect(() => ref.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus(), [tries])
  return {
    ref,
    problems,
    /** True when it can be sent. */
    check(entry: Entry): boolean {
      const found = problemsOf(entry, fields)
      show(found)
      return Object.keys(found).length === 0
    },
    rewritten(entry: Entry, field: Field): void {
      if (problems[field]) setProblems(mended(problems, entry, field))
    },
  }
}

type Props = {
  fields: readonly Field[]
  entry: Entry
  problems: Problems
  onInput: (field: Field, text: string) => void
}

/** What browsers and their users' address books know the fields by. */
const KNOWN_AS: Readonly<Record<Field, { autocomplete: string; type?: 'tel' | 'email' }>> = {
  name: { autocomplete: 'name' },
  line1: { autocomplete: 'address-line1' },
  line2: { autocomplete: 'address-line2' },
  postalCode: { autocomplete: 'postal-code' },
  city: { autocomplete: 'address-level2' },
  region: { autocomplete: 'address-level1' },
  country: { autocomplete: 'country' },
  phone: { autocomplete: 'tel', type: 'tel' },
  email: { autocomplete: 'email', type: 'email' },
  notes: { autocomplete: 'off' },
}

export function AddressFields({ fields, entry, problems, onInput }: Props) {
  // Decided when a country is chosen: a field must not vanish under the hand that clears it.
  const asked = useMemo(() => askedFields(fields, entry), [fields, entry.country])
  return (
    <div class="address-fields">
      {asked.map((field) => (
        <OneField
          key={field}
          field={field}
          text={entry[field]}
          isRequired={isNeeded(field, entry)}
          problem={problems[field]}
          onInput={(text) => onInput(field, text)}
        />
      ))}
    </div>
  )
}

type OneProps = {
  field: Field
  text: string
  isRequired: boolean
  problem: Problem | undefined
  onInput: (text: string) => void
}

function OneField({ field, text, isRequired, problem, onInput }: OneProps) {
  const id = useId()
  const parts = {
    ...KNOWN_AS[field],
    id,
    name: field,
    value: text,
    required: isRequired,
    'aria-invalid': problem !== undefined,
    'aria-describedby': problem !== undefined || field === 'notes' ? `${id}-hint` : undefined,
    onInput: (event: Event) => onInput((event.currentTarget as HTMLInputElement).value),
  }
  return (
    <div class={`field is-${field}`}>
      <label for={id}>{t(`address.${field}`)}</label>
      <Control field={field} parts={parts} />
      {problem !== undefined && (
        <p class="hint is-bad" id={`${id}-hint`} data-testid="field-problem">
          {problemWords(field, problem)}
        </p>
      )}
      {field === 'notes' && problem === undefined && (
        <p class="hint" id={`${id}-hint`} data-testid="note-count">
          {t('address.notes.count', { count: lengthOf(text), max: FIELD_RULES.notes.max })}
        </p>
      )}
    </div>
  )
}

function Control({ field, parts }: { field: Field; parts: object }) {
  if (field === 'notes') return <textarea class="input" rows={3} {...parts} />
  if (field !== 'country') return <input class="input" {...parts} />
  return (
    <select class="select" {...parts}>
      <option value="">{t('address.country.none')}</option>
      {countriesIn(words.value.locale).map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </select>
  )
}

function problemWords(field: Field, problem: Problem): string {
  if (problem === 'long') return t('address.long', { max: FIELD_RULES[field].max })
  return t(problem === 'refused' ? 'address.refused' : `address.bad.${field}`)
}
