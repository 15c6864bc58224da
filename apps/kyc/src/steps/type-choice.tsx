import { DOCUMENT_TYPES, type DocumentType } from '@coffer/contract/kyc-answers'
import { Icon } from '../kit/icons.tsx'
import { t } from '../kit/words.ts'
import { described, FaultLine, fieldId } from '../wizard/field.tsx'

export function TypeChoice({ value, onChange }: { value: DocumentType | ''; onChange: (type: DocumentType) => void }) {
  const path = 'document.type'
  return (
    <fieldset class="field" aria-describedby={described(path, false)['aria-describedby']}>
      <legend>{t('document.type')}</legend>
      <div class="types">
        {DOCUMENT_TYPES.map((type, index) => (
          <label key={type} class="type">
            <input
              type="radio"
              name={path}
              id={index === 0 ? fieldId(path) : undefined}
              value={type}
              checked={value === type}
              onChange={() => onChange(type)}
            />
            <span class="type-card">
              <Icon name={type} />
              {t(`document.type.${type}`)}
            </span>
          </label>
        ))}
      </div>
      <FaultLine path={path} />
    </fieldset>
  )
}
