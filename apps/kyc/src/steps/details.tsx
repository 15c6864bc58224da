import type { KycAnswers } from '@coffer/contract/kyc-answers'
import { DateField } from '../parts/date-field.tsx'
import { Check, TextField } from '../parts/field.tsx'
import { StepForm } from '../parts/step-form.tsx'
import { answer, answers } from '../state/draft.ts'
import { t } from '../state/words.ts'

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
