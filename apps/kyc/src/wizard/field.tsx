import { ANSWER_LENGTHS, type FaultPath } from '@coffer/contract/kyc-answers'
import type { AriaAttributes, ComponentChildren, InputHTMLAttributes } from 'preact'
import { Icon } from '../kit/icons.tsx'
import { t } from '../kit/words.ts'
import { faultOf } from './check.ts'
import { saveNow } from './draft.ts'

/** The id of the field at a place, which the list of faults leads to. */
export const fieldId = (path: FaultPath) => `field-${path.replace('.', '-')}`

/** What ties a control to its hint and to what is wrong with it. */
export function described(path: FaultPath, hasHint: boolean) {
  const id = fieldId(path)
  const fault = faultOf(path)
  const by = [hasHint && `${id}-hint`, fault && `${id}-fault`].filter(Boolean).join(' ')
  return { 'aria-invalid': fault !== undefined, 'aria-describedby': by || undefined }
}

export function FaultLine({ path }: { path: FaultPath }) {
  const fault = faultOf(path)
  if (!fault) return null
  return (
    <p class="fault" id={`${fieldId(path)}-fault`} data-testid="fault" data-path={path}>
      <Icon name="alert" />
      {t(fault.key)}
    </p>
  )
}

export function Hint({ path, children }: { path: FaultPath; children: ComponentChildren }) {
  return (
    <p class="hint" id={`${fieldId(path)}-hint`}>
      {children}
    </p>
  )
}

type TextPath = keyof typeof ANSWER_LENGTHS

type Props = {
  path: TextPath
  label: string
  value: string
  onInput: (text: string) => void
  hint?: string
  isOptional?: boolean
  isDisabled?: boolean
  /** What a browser and a phone's keyboard should know of it. */
  input?: InputHTMLAttributes<HTMLInputElement>
}

/** A text with its label above, and what is wrong with it below. */
export function TextField({ path, label, value, onInput, hint, isOptional = false, isDisabled = false, input }: Props) {
  const id = fieldId(path)
  return (
    <div class="field">
      <label for={id}>{isOptional ? t('app.optional', { label }) : label}</label>
      {hint && <Hint path={path}>{hint}</Hint>}
      <input
        class="input"
        id={id}
        name={path}
        dir="auto"
        maxLength={ANSWER_LENGTHS[path]}
        required={!isOptional}
        disabled={isDisabled}
        value={value}
        onInput={(event) => onInput(event.currentTarget.value)}
        onBlur={() => void saveNow()}
        {...described(path, hint !== undefined)}
        {...input}
      />
      <FaultLine path={path} />
    </div>
  )
}

type CheckProps = { id: string; label: string; isChecked: boolean; onChange: (isChecked: boolean) => void }

export function Check({ id, label, isChecked, onChange, ...more }: CheckProps & AriaAttributes) {
  return (
    <label class="check">
      <input
        type="checkbox"
        id={id}
        checked={isChecked}
        onChange={(event) => onChange(event.currentTarget.checked)}
        {...more}
      />
      <span>{label}</span>
    </label>
  )
}
