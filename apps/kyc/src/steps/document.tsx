import {
  ANSWER_LENGTHS,
  DOCUMENT_TYPES,
  type DocumentType,
  type FaultPath,
  type ImageKind,
  imagesOf,
  type KycAnswers,
  stepOf,
} from '@coffer/contract/kyc-answers'
import { useEffect, useState } from 'preact/hooks'
import { Icon } from '../kit/icons.tsx'
import { t } from '../kit/words.ts'
import { PhotoField } from '../photo/photo-field.tsx'
import { neverExpires } from '../wizard/check.ts'
import { DateField } from '../wizard/date-field.tsx'
import { answer, answers, saveNow } from '../wizard/draft.ts'
import { Check, described, FaultLine, fieldId, Hint, TextField } from '../wizard/field.tsx'
import { StepForm } from '../wizard/step-form.tsx'
import { faults, today } from '../wizard/steps.ts'

type Document = KycAnswers['document']
type Write = (change: Partial<Document>) => void

const EXAMPLE = { day: '31', month: '8', year: '2031' }

export function DocumentStep() {
  const { document } = answers.value
  const write: Write = (change) => answer('document', { ...document, ...change })
  useEffect(takeUpExpiry, [])
  return (
    <StepForm title={t('document.title')} lead={t('document.lead')}>
      <TypeChoice value={document.type} onChange={(type) => write({ type })} />
      <TextField
        path="document.number"
        label={t('document.number')}
        value={document.number}
        onInput={(number) => write({ number })}
        input={{ autocomplete: 'off', autoCapitalize: 'characters', spellcheck: false, dir: 'ltr' }}
      />
      <Expiry document={document} write={write} />
      <MrzLines value={document.mrz} onInput={(mrz) => write({ mrz })} />
      <section class="photos">
        <h2 class="points-title">{t('document.photos')}</h2>
        <p class="hint">{t('document.photos.hint')}</p>
        {imagesOf(document.type)
          .filter((kind) => kind !== 'selfie')
          .map((kind) => (
            <PhotoField key={kind} kind={kind} label={photoName(kind)} />
          ))}
      </section>
    </StepForm>
  )
}

function Expiry({ document, write }: { document: Document; write: Write }) {
  return (
    <div class="field-group">
      <DateField
        path="document.expiresOn"
        label={t('document.expiresOn')}
        value={document.expiresOn}
        isDisabled={neverExpires.value}
        example={EXAMPLE}
        onInput={(expiresOn) => write({ expiresOn })}
      />
      {hasPassed(document) && (
        <p class="hint" role="status" data-testid="expired">
          {t('document.expired')}
        </p>
      )}
      <Check
        id="never-expires"
        label={t('document.neverExpires')}
        isChecked={neverExpires.value}
        onChange={(isChecked) => {
          neverExpires.value = isChecked
          if (isChecked) write({ expiresOn: '' })
        }}
      />
    </div>
  )
}

/** It holds nobody up: the reviewer decides. Whoever has a better document is spared a rejection. */
function hasPassed({ expiresOn }: Document): boolean {
  return expiresOn !== '' && !('document.expiresOn' in faults.value) && expiresOn < today()
}

/** A step that was finished without a date was finished with "does not expire". */
function takeUpExpiry(): void {
  const isOpen = (Object.keys(faults.value) as FaultPath[]).some((path) => stepOf(path) === 'document')
  if (!isOpen && answers.value.document.expiresOn === '') neverExpires.value = true
}

/** A passport has a page where others have a front. */
export function photoName(kind: ImageKind): string {
  return t(kind === 'front' && answers.value.document.type === 'passport' ? 'photo.page' : `photo.${kind}`)
}

function TypeChoice({ value, onChange }: { value: DocumentType | ''; onChange: (type: DocumentType) => void }) {
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

/** Folded up: most people are quicker without it. */
function MrzLines({ value, onInput }: { value: string; onInput: (lines: string) => void }) {
  const path = 'document.mrz'
  const [isOpen] = useState(value !== '')
  return (
    <details class="more" open={isOpen}>
      <summary>{t('document.mrz.more')}</summary>
      <div class="field">
        <label for={fieldId(path)}>{t('document.mrz')}</label>
        <Hint path={path}>{t('document.mrz.hint')}</Hint>
        <textarea
          class="input mrz"
          id={fieldId(path)}
          name={path}
          rows={3}
          dir="ltr"
          maxLength={ANSWER_LENGTHS[path]}
          autocomplete="off"
          autoCapitalize="characters"
          spellcheck={false}
          value={value}
          onInput={(event) => onInput(event.currentTarget.value)}
          onBlur={() => void saveNow()}
          {...described(path, true)}
        />
        <FaultLine path={path} />
      </div>
    </details>
  )
}
