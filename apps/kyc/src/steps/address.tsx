import { addressHas } from '@coffer/contract/countries'
import type { KycAnswers } from '@coffer/contract/kyc-answers'
import { lineOf } from '@coffer/contract/written'
import { countriesIn } from '@coffer/web'
import { useMemo } from 'preact/hooks'
import { locale, t } from '../kit/words.ts'
import { answer, answers } from '../wizard/draft.ts'
import { described, FaultLine, fieldId, TextField } from '../wizard/field.tsx'
import { StepForm } from '../wizard/step-form.tsx'

type Address = KycAnswers['address']
type Line = Exclude<keyof Address, 'country'>

/** The same part in shipping addresses. */
const PART_OF = { postalCode: 'postalCode', state: 'region' } as const

const hasLine = (country: string, name: Line) =>
  (name !== 'postalCode' && name !== 'state') || addressHas(country, PART_OF[name])

/** The lines below the country, in the order in which an envelope has them, and what a browser knows them by. */
const LINES = [
  { name: 'line1', autocomplete: 'address-line1', isOptional: false },
  { name: 'line2', autocomplete: 'address-line2', isOptional: true },
  { name: 'postalCode', autocomplete: 'postal-code', isOptional: false },
  { name: 'city', autocomplete: 'address-level2', isOptional: false },
  { name: 'state', autocomplete: 'address-level1', isOptional: true },
] as const

export function AddressStep() {
  const { address } = answers.value
  // Decided when a country is chosen: a field must not vanish under the hand that clears it.
  const asked = useMemo(
    () => LINES.filter(({ name }) => hasLine(address.country, name) || lineOf(address[name]) !== ''),
    [address.country],
  )
  const write = (change: Partial<Address>) => answer('address', { ...address, ...change })
  return (
    <StepForm title={t('address.title')} lead={t('address.lead')}>
      <Country value={address.country} onChange={(country) => write({ country })} />
      {asked.map(({ name, autocomplete, isOptional }) => (
        <TextField
          key={name}
          path={`address.${name}`}
          label={t(`address.${name}`)}
          value={address[name]}
          isOptional={isOptional || !hasLine(address.country, name)}
          onInput={(text) => write({ [name]: text })}
          input={{ autocomplete, autoCapitalize: name === 'postalCode' ? 'characters' : 'words' }}
        />
      ))}
    </StepForm>
  )
}

function Country({ value, onChange }: { value: string; onChange: (country: string) => void }) {
  const id = fieldId('address.country')
  return (
    <div class="field">
      <label for={id}>{t('address.country')}</label>
      <select
        class="select"
        id={id}
        name="address.country"
        autocomplete="country"
        required
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        {...described('address.country', false)}
      >
        <option value="">{t('address.country.choose')}</option>
        {countriesIn(locale.value).map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </select>
      <FaultLine path="address.country" />
    </div>
  )
}
