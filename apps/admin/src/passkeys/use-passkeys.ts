import type {
  CreationOptions,
  NewCredential,
  PasskeyList,
  RequestOptions,
  UsedCredential,
} from '@coffer/contract/admin'
import { ApiFailure } from '@coffer/web'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { type Answer, api } from '../api/api.ts'
import { OWN_SESSIONS, useSession } from '../session/session.tsx'
import { NOT_BY_HOST_NAME, passkeyFailure } from '../text/failures.ts'
import { NEW_SECRET_MUTATION, useShowSecret } from '../ui/new-secret.tsx'

type Library = typeof import('@simplewebauthn/browser')

/** The step of a running attempt to use or to create a passkey. `asking`: the device waits for the user. */
export type Step = 'preparing' | 'asking' | 'sending'

/** The reason of a cancelled attempt. It is never shown. */
class AttemptCancelled extends Error {}

type Ceremony<Options, Credential, Result, Input> = {
  getOptions: () => Promise<{ options: Options }>
  askDevice: (library: Library, options: Options) => Promise<Credential>
  send: (credential: Credential, input: Input) => Promise<Result>
  onSuccess: (result: Result, input: Input) => unknown
  onError?: (error: Error) => void
  /** True when the answer has a new secret. */
  isNewSecret?: boolean
}

/**
 * A mutation that asks the device for a passkey. The user can cancel it until its result is sent. Leaving the page cancels it too. A cancelled
 * attempt shows no failure.
 */
function useCeremony<Options, Credential, Result, Input = void>(
  ceremony: Ceremony<Options, Credential, Result, Input>,
) {
  const { getOptions, askDevice, send, onSuccess, onError, isNewSecret = false } = ceremony
  const [step, setStep] = useState<Step>('preparing')
  const attempt = useRef<AbortController | null>(null)
  const mutation = useMutation({
    ...(isNewSecret && { mutationKey: NEW_SECRET_MUTATION }),
    gcTime: 0,
    mutationFn: async (input: Input) => {
      const controller = new AbortController()
      const { signal } = controller
      attempt.current = controller
      setStep('preparing')
      const ask = async (library: Library, options: Options) => {
        setStep('asking')
        return askDevice(library, options)
      }
      const credential = await requestCredential({ getOptions, ask, signal }).finally(() => {
        if (attempt.current === controller) attempt.current = null
      })
      signal.throwIfAborted()
      setStep('sending')
      return send(credential, input)
    },
    onSuccess: (result, input) => onSuccess(result, input),
    onError: (error) => {
      if (!(error instanceof AttemptCancelled)) onError?.(error)
    },
  })
  const abort = useCallback(() => attempt.current?.abort(new AttemptCancelled()), [])
  useEffect(() => abort, [abort])
  return {
    error: mutation.error,
    /** Null while no attempt runs. */
    step: mutation.isPending ? step : null,
    start: mutation.mutate,
    cancel: () => {
      abort()
      mutation.reset()
    },
  }
}

type CredentialRequest<Options, Credential> = {
  getOptions: () => Promise<{ options: Options }>
  ask: (library: Library, options: Options) => Promise<Credential>
  signal: AbortSignal
}

/** Gets the options and asks the device, unless the attempt was cancelled meanwhile. Throws {@link ApiFailure} or {@link BrowserFailure}. */
async function requestCredential<O, C>({ getOptions, ask, signal }: CredentialRequest<O, C>): Promise<C> {
  try {
    const { options } = await getOptions()
    signal.throwIfAborted()
    const library = await import('@simplewebauthn/browser')
    signal.throwIfAborted()
    signal.addEventListener('abort', () => library.WebAuthnAbortService.cancelCeremony())
    return await ask(library, options)
  } catch (error) {
    signal.throwIfAborted()
    throw error instanceof ApiFailure ? error : passkeyFailure(error)
  }
}

async function requestPasskey(library: Library, optionsJSON: RequestOptions): Promise<UsedCredential> {
  const { id, rawId, type, response } = await library.startAuthentication({ optionsJSON })
  const { clientDataJSON, authenticatorData, signature, userHandle } = response
  return { id, rawId, type, response: { clientDataJSON, authenticatorData, signature, userHandle } }
}

async function createPasskey(library: Library, optionsJSON: CreationOptions): Promise<NewCredential> {
  const { id, rawId, type, response } = await library.startRegistration({ optionsJSON })
  const { clientDataJSON, attestationObject, transports } = response
  return { id, rawId, type, response: { clientDataJSON, attestationObject, transports } }
}

/** The reason why this page cannot use passkeys, in words; null when it can. */
export function passkeyObstacle(): string | null {
  if ('PublicKeyCredential' in window) return null
  if (!isSecureContext) return NOT_BY_HOST_NAME
  return 'This browser does not support passkeys. Use a current version of Chrome, Edge, Firefox or Safari.'
}

/** Signs in with a passkey of this site. */
export function usePasskeySignIn() {
  const { enter } = useSession()
  return useCeremony({
    getOptions: () => api.call('startPasskeySignIn', {}),
    askDevice: requestPasskey,
    send: (credential) => api.call('signInWithPasskey', { body: { credential } }),
    onSuccess: (answer) => enter(answer),
  })
}

const AFTER_RECOVERY =
  'You signed in with a recovery code. If your passkey is lost, add a new one under Your account within ten minutes, then remove the lost one.'

/** Signs in with a recovery code. */
export function useRecoverySignIn() {
  const { enter } = useSession()
  return useMutation({
    gcTime: 0,
    mutationFn: (body: { email: string; code: string }) => api.call('signInWithRecoveryCode', { body }),
    onSuccess: (answer) => enter(answer, AFTER_RECOVERY),
  })
}

/** Confirms the session with a passkey of its person. */
export function useSessionConfirmation() {
  const { enter } = useSession()
  return useCeremony({
    getOptions: () => api.call('startConfirmation', {}),
    askDevice: requestPasskey,
    send: (credential) => api.call('confirmSession', { body: { credential } }),
    onSuccess: (answer) => enter(answer),
  })
}

const QUERY_KEY = ['own-passkeys']

/** The passkeys of the signed-in member of staff. */
export function usePasskeys() {
  return useQuery({ queryKey: QUERY_KEY, queryFn: () => api.call('listPasskeys', {}) })
}

/** Returns functions that keep the list of passkeys current. New recovery codes never enter the cache. */
function useCachedList() {
  const client = useQueryClient()
  return {
    replace: async ({ passkeys, recoveryCodesCount }: PasskeyList) => {
      await client.cancelQueries({ queryKey: QUERY_KEY })
      client.setQueryData<PasskeyList>(QUERY_KEY, { passkeys, recoveryCodesCount })
      void client.invalidateQueries({ queryKey: OWN_SESSIONS })
    },
    readAgain: () => void client.invalidateQueries({ queryKey: QUERY_KEY }),
  }
}

function useShowCodes() {
  const show = useShowSecret()
  return (title: string, codes: readonly string[]) =>
    show({
      title,
      note: 'Each code signs you in once when you cannot use a passkey. Keep the codes in a safe place, such as a password manager.',
      codes,
      fileName: 'coffer-recovery-codes.txt',
    })
}

type Handlers<R extends 'addPasskey' | 'replaceRecoveryCodes'> = {
  onDone?: (answer: Answer<R>) => void
  onError?: (error: Error) => void
}

/**
 * Creates a passkey with this name, and shows the recovery codes that come with the first one. The handlers are called even after the user has
 * left the screen.
 */
export function useNewPasskey({ onDone, onError }: Handlers<'addPasskey'>) {
  const { enter } = useSession()
  const list = useCachedList()
  const showCodes = useShowCodes()
  return useCeremony({
    isNewSecret: true,
    getOptions: () => api.call('startPasskey', {}),
    askDevice: createPasskey,
    send: (credential, name: string) => api.call('addPasskey', { body: { name, credential } }),
    onSuccess: (answer, name) => {
      if (answer.recoveryCodes !== null) showCodes('Save your recovery codes', answer.recoveryCodes)
      void list.replace(answer)
      enter(answer.signedIn, `The passkey “${name}” was added.`)
      onDone?.(answer)
    },
    onError: (error) => {
      list.readAgain()
      onError?.(error)
    },
  })
}

/** Removes a passkey. */
export function usePasskeyRemoval(passkeyId: number) {
  const list = useCachedList()
  return useMutation({
    mutationFn: () => api.call('removePasskey', { params: { passkeyId: `${passkeyId}` } }),
    onSuccess: list.replace,
    // The list may have changed in another browser.
    onError: list.readAgain,
  })
}

/** Creates new recovery codes and shows them. The handlers are called even after the user has left the screen. */
export function useNewRecoveryCodes({ onDone, onError }: Handlers<'replaceRecoveryCodes'>) {
  const list = useCachedList()
  const showCodes = useShowCodes()
  return useMutation({
    mutationKey: NEW_SECRET_MUTATION,
    gcTime: 0,
    mutationFn: () => api.call('replaceRecoveryCodes', {}),
    onSuccess: (answer) => {
      showCodes('Save your new recovery codes', answer.recoveryCodes)
      void list.replace(answer)
      onDone?.(answer)
    },
    onError: (error) => {
      list.readAgain()
      onError?.(error)
    },
  })
}
