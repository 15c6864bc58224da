import type { KycAnswers } from '@coffer/contract/kyc-answers'
import { countriesIn } from '@coffer/web'
import { locale, t } from '../kit/words.ts'
import { answer, answers } from '../wizard/draft.ts'
import { described, FaultLine, fieldId, TextField } from '../wizard/field.tsx'
import { StepForm } from '../wizard/step-form.tsx'

type Address = KycAnswers['address']

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
  const write = (change: Partial<Address>) => answer('address', { ...address, ...change })
  return (
    <StepForm title={t('address.title')} lead={t('address.lead')}>
      <Country value={address.country} onChange={(country) => write({ country })} />
      {LINES.map(({ name, autocomplete, isOptional }) => (
        <TextField
          key={name}
          path={`address.${name}`}
          label={t(`address.${name}`)}
          value={address[name]}
          isOptional={isOptional}
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
