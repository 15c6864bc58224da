import type { KycAnswers } from '@coffer/contract/kyc-answers'
import { t } from '../kit/words.ts'
import { DateField } from '../wizard/date-field.tsx'
import { answer, answers } from '../wizard/draft.ts'
import { Check, TextField } from '../wizard/field.tsx'
import { StepForm } from '../wizard/step-form.tsx'

const BIRTHDAY = { day: 'bday-day', month: 'bday-month', year: 'bday-year' }
const EXAMPLE = { day: '27', month: '3', year: '1985' }

export function DetailsStep() {
  const { details } = answers.value
  const write = (change: Partial<KycAnswers['details']>) => answer('details', { ...details, ...change })
  return (
    <StepForm title={t('details.title')} lead={t('details.lead')}>
      <TextField
        path="details.legalName"
        label={t('details.legalName')}
        hint={t('details.legalName.hint')}
        value={details.legalName}
        onInput={(legalName) => write({ legalName })}
        input={{ autocomplete: 'name', autoCapitalize: 'words', spellcheck: false }}
      />
      <DateField
        path="details.dateOfBirth"
        label={t('details.dateOfBirth')}
        value={details.dateOfBirth}
        onInput={(dateOfBirth) => write({ dateOfBirth })}
        autocomplete={BIRTHDAY}
        example={EXAMPLE}
      />
      <div class="field-group">
        <TextField
          path="details.taxId"
          label={t('details.taxId')}
          hint={t('details.taxId.hint')}
          value={details.taxId}
          isDisabled={details.hasNoTaxId}
          onInput={(taxId) => write({ taxId })}
          input={{ autocomplete: 'off', autoCapitalize: 'characters', spellcheck: false }}
        />
        <Check
          id="no-tax-id"
          label={t('details.hasNoTaxId')}
          isChecked={details.hasNoTaxId}
          onChange={(hasNoTaxId) => write(hasNoTaxId ? { hasNoTaxId, taxId: '' } : { hasNoTaxId })}
        />
      </div>
    </StepForm>
  )
}
