import { Button, Code, Group, Stack, Text } from '@mantine/core'
import { useClipboard, useWindowEvent } from '@mantine/hooks'
import { useIsMutating } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import { mayHaveTakenEffect } from '../api/api.ts'
import { DoneButton } from './action-button.tsx'
import { CopyField } from './copy-field.tsx'
import classes from './dialog.module.css'
import { Dialog } from './dialog.tsx'
import { useNotice } from './notice.tsx'
import { saveFile } from './save-file.ts'

/** A secret that the service sends only once. `note`: the next step. */
export type NewSecret = {
  readonly title: string
  readonly note: string
  readonly fields: readonly { readonly label: string; readonly value: string }[]
}

/** Codes that the service sends only once. `note`: their use. */
export type NewCodes = {
  readonly title: string
  readonly note: string
  readonly codes: readonly string[]
  /** The name of the file that the user can save them in. */
  readonly fileName: string
}

type Shown = NewSecret | NewCodes

/** Key of the mutations whose answer has a new secret. */
export const NEW_SECRET_MUTATION = ['new-secret']

const NewSecretContext = createContext<((secret: Shown) => void) | null>(null)

/**
 * Shows new secrets above all screens, so that none is lost when the user leaves the screen before the answer arrives. Each leaves memory when
 * its dialog closes. The browser asks before the page is closed while a secret is shown or requested.
 */
export function NewSecretProvider({ children }: { children: ReactNode }) {
  const [secrets, setSecrets] = useState<readonly Shown[]>([])
  const [first] = secrets
  const requestCount = useIsMutating({ mutationKey: NEW_SECRET_MUTATION })
  const show = (secret: Shown) => setSecrets((before) => [...before, secret])
  useWindowEvent('beforeunload', (event) => {
    if (first === undefined && requestCount === 0) return
    event.preventDefault()
    // Chrome before version 119 asks only when this is set.
    event.returnValue = true
  })
  return (
    <NewSecretContext value={show}>
      {children}
      {first && <NewSecretDialog secret={first} onDone={() => setSecrets((before) => before.slice(1))} />}
    </NewSecretContext>
  )
}

/** Returns a function that shows a new secret or new codes. */
export function useShowSecret(): (secret: Shown) => void {
  const show = useContext(NewSecretContext)
  if (show === null) throw new Error('useShowSecret outside NewSecretProvider')
  return show
}

/**
 * Returns a handler of failures. It shows `text` as a notice when no answer confirms the change and the user has left the screen. On the
 * screen the dialog shows the failure.
 */
export function useUnconfirmedNotice(text: string): (error: Error) => void {
  const notice = useNotice()
  const hasLeft = useRef(false)
  useEffect(() => {
    hasLeft.current = false
    return () => {
      hasLeft.current = true
    }
  }, [])
  return (error) => {
    if (hasLeft.current && mayHaveTakenEffect(error)) notice.show(text)
  }
}

function NewSecretDialog({ secret, onDone }: { secret: Shown; onDone: () => void }) {
  return (
    <Dialog title={secret.title} onClose={onDone} isLocked actions={<DoneButton onClick={onDone} />}>
      <Stack gap="sm">
        {'codes' in secret ? (
          <Codes {...secret} />
        ) : (
          <>
            <Text>{secret.note} The secret is not shown again.</Text>
            {secret.fields.map((field, index) => (
              <CopyField key={field.label} {...field} hasFocus={index === secret.fields.length - 1} />
            ))}
          </>
        )}
      </Stack>
    </Dialog>
  )
}

function Codes({ note, codes, fileName }: NewCodes) {
  const clipboard = useClipboard()
  const text = codes.join('\n')
  return (
    <>
      <Text>{note} The codes are not shown again.</Text>
      <ol className={classes.codes}>
        {codes.map((code) => (
          <li key={code}>
            <Code>{code}</Code>
          </li>
        ))}
      </ol>
      <Group gap="xs">
        <Button onClick={() => clipboard.copy(text)} data-autofocus>
          Copy codes
        </Button>
        <Button onClick={() => saveFile(new Blob([`${text}\n`], { type: 'text/plain' }), fileName)}>Download</Button>
      </Group>
      <Text role="status" c="dimmed">
        {clipboard.copied && 'The codes were copied.'}
        {clipboard.error && 'The browser did not allow copying. Select the codes and copy them.'}
      </Text>
    </>
  )
}
