import { TextInput } from '@mantine/core'
import type { Ref, SyntheticEvent } from 'react'
import classes from './file-field.module.css'

type Props = {
  label: string
  description?: string
  /** File extensions and content types that the browser offers, separated by commas. */
  accept: string
  isRequired?: boolean
  isDisabled: boolean
  /** Why the file is not accepted. */
  fault: string | undefined
  /** Called with the chosen file, and with null when the field is cleared for another choice. */
  onChoose: (file: File | null) => void
  ref?: Ref<HTMLInputElement>
}

/** A field for a file, drawn by the browser. */
export function FileField({ label, description, accept, isRequired, isDisabled, fault, onChoose, ref }: Props) {
  return (
    <TextInput
      type="file"
      classNames={{ input: classes.input }}
      label={label}
      description={description}
      accept={accept}
      required={isRequired ?? false}
      disabled={isDisabled}
      error={fault !== undefined && <span role="alert">{fault}</span>}
      ref={ref}
      onClick={(event) => {
        clear(event)
        onChoose(null)
      }}
      onDrop={clear}
      onChange={({ currentTarget: { files } }) => onChoose(files?.[0] ?? null)}
    />
  )
}

/** The browser reports the same file again only to an empty field. The file may have been edited meanwhile. */
function clear({ currentTarget }: SyntheticEvent<HTMLInputElement>): void {
  currentTarget.value = ''
}
