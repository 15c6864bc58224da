import { ITEM_LIST } from '@coffer/contract/list'
import { Button } from '@mantine/core'
import { useRef, useState } from 'react'
import { DetailScreen } from '../list/detail-screen.tsx'
import { useDetailAddress } from '../list/use-detail-address.ts'
import { ActionResult } from '../ui/action-result.tsx'
import { FailureAlert } from '../ui/failure-alert.tsx'
import { focusTitle } from '../ui/screen-title.tsx'
import { useKeptFocus } from '../ui/use-kept-focus.ts'
import { type PreviewedFile, useFileChange, useFilePreview } from './use-value-file.ts'
import { FileFaults, fileFaults } from './value-file-faults.tsx'
import { ValueFileForm } from './value-file-form.tsx'
import { ValueFilePreview } from './value-file-preview.tsx'
import { checkFile, ValueFileSection } from './value-file-section.tsx'
import { resultText } from './value-file-text.ts'

/** Sets the values of many items from a CSV file, after a preview of what they change. */
export function ValueFileScreen() {
  // Escape would discard the preview, also while its values are being set.
  const address = useDetailAddress(ITEM_LIST, '/items', { hasEscape: false })
  const { operator, lacksOperator } = address
  return (
    <DetailScreen address={address} noun="page" plural="items" title="Values from a file">
      {/* A preview for one operator is never shown as that for another. */}
      {!lacksOperator && <ValueFile key={operator} operator={operator} />}
    </DetailScreen>
  )
}

function ValueFile({ operator }: { operator: string | null }) {
  const { preview, change, section, input, ...steps } = useSteps(operator)
  const { variables: chosen, data: previewed } = preview
  return (
    <>
      <div ref={section}>
        <ValueFileSection
          isReading={preview.isPending}
          isDisabled={preview.isPending || change.isBusy}
          fault={steps.fault}
          inputRef={input}
          onChoose={steps.choose}
        />
      </div>
      <ActionResult>{steps.result}</ActionResult>
      {preview.error !== null && <PreviewFailure error={preview.error} onRetry={steps.previewAgain} />}
      {chosen !== undefined && previewed !== undefined && (
        <ValueFilePreview name={chosen.name} preview={previewed.preview} operator={operator}>
          <ValueFileForm
            counts={previewed.preview}
            reason={steps.reason}
            change={change}
            onReason={steps.setReason}
            onSubmit={() => void steps.save(previewed)}
            onPreviewAgain={steps.previewAgain}
            onChooseAnother={steps.chooseAnother}
          />
        </ValueFilePreview>
      )}
    </>
  )
}

/** The state of the screen and its transitions. */
function useSteps(operator: string | null) {
  const preview = useFilePreview(operator)
  const change = useFileChange(operator)
  const [fault, setFault] = useState<string | null>(null)
  const [reason, setReason] = useState('')
  const [result, setResult] = useState<string | null>(null)
  const section = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  useKeptFocus(section, preview.isPending, 'input')
  const clear = () => {
    change.clearError()
    preview.reset()
  }
  const clearField = () => {
    clear()
    if (input.current !== null) input.current.value = ''
  }
  const choose = (file: File | null) => {
    const nextFault = file && checkFile(file)
    clear()
    setResult(null)
    setFault(nextFault)
    if (file !== null && nextFault === null) preview.mutate(file)
  }
  const chooseAnother = () => {
    clearField()
    input.current?.focus()
  }
  const previewAgain = () => {
    change.clearError()
    if (preview.variables !== undefined) preview.mutate(preview.variables)
    // The button is gone.
    focusTitle()
  }
  const save = async ({ file, preview: { basis } }: PreviewedFile) => {
    const answer = await change.save({ file, basis, reason: reason.trim() })
    // The viewer may have left the screen meanwhile.
    if (answer === null || input.current === null) return
    clearField()
    setReason('')
    setResult(resultText(answer))
    // The button is gone.
    focusTitle()
  }
  return {
    preview,
    change,
    fault,
    reason,
    setReason,
    result,
    section,
    input,
    choose,
    chooseAnother,
    previewAgain,
    save,
  }
}

function PreviewFailure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const faults = fileFaults(error)
  if (faults !== null) return <FileFaults faults={faults} />
  return (
    <FailureAlert error={error}>
      <Button onClick={onRetry}>Try again</Button>
    </FailureAlert>
  )
}
