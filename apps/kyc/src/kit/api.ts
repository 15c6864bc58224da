import type { KycDraftBody, KycPage, PhotoFault } from '@coffer/contract/kyc'
import { type ImageKind, KYC_REQUEST_HEADER } from '@coffer/contract/kyc-answers'
import { ApiFailure, readFailure } from '@coffer/web'

/** The API of this page, `/kyc/api/*`. It runs on the cookie. Every call throws {@link ApiFailure}. */

const TIMEOUT_MS = 15_000
const UPLOAD_TIMEOUT_MS = 120_000

/** The verification of this page, once it is known. The cookie may be that of another, which was opened in this browser since. */
let requestId: number | null = null
const named = (): Record<string, string> => (requestId === null ? {} : { [KYC_REQUEST_HEADER]: String(requestId) })

/** Takes the link of this page, once; the browser goes on with the cookie of the answer. */
export async function openLink(token: string): Promise<void> {
  const { status, retryAfter, json } = await ask('POST', 'open', { token })
  if (status !== 204) throw readFailure(status, retryAfter, json, Date.now())
}

export async function readPage(): Promise<KycPage> {
  const page = await call('GET', 'page')
  requestId = page.requestId
  return page
}
export const saveDraft = (body: KycDraftBody) => call('POST', 'draft', body)
export const removeImage = (kind: ImageKind) => call('POST', `images/${kind}/remove`, {})
export const submit = () => call('POST', 'submit', {})

/** Where a kept photo is read; `version` tells one from the one before it. */
export const imageAddress = (kind: ImageKind, version: string) =>
  `/kyc/api/images/${kind}?at=${encodeURIComponent(version)}`

/** Why a photo was refused, and where something is wrong with what was handed in. */
export function refusalOf(failure: ApiFailure): { fault: PhotoFault | null; paths: readonly string[] } {
  const { reason, fields = {} } = failure.answer?.error ?? {}
  const isRefusedPhoto = failure.code === 'KYC_IMAGE_REFUSED'
  return { fault: isRefusedPhoto ? ((reason ?? 'NOT_AN_IMAGE') as PhotoFault) : null, paths: Object.keys(fields) }
}

type Answer = { status: number; retryAfter: string | null; json: unknown }

async function call(method: 'GET' | 'POST', path: string, body?: object): Promise<KycPage> {
  return pageOf(await ask(method, path, body))
}

/** What is typed just before the page is left must still arrive: `keepalive`. */
async function ask(method: 'GET' | 'POST', path: string, body?: object): Promise<Answer> {
  const headers = { accept: 'application/json', ...named(), ...(body && { 'content-type': 'application/json' }) }
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const init = { method, headers, signal, keepalive: method === 'POST', ...(body && { body: JSON.stringify(body) }) }
  const answer = await fetch(`/kyc/api/${path}`, init).catch(offline)
  const json: unknown = await answer.json().catch(() => null)
  return { status: answer.status, retryAfter: answer.headers.get('retry-after'), json }
}

/** Sends a photo and tells how far it has come, from 0 to 1. Only an XMLHttpRequest knows. */
export function sendImage(kind: ImageKind, photo: Blob, onShare: (share: number) => void): Promise<KycPage> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const fail = () => reject(new ApiFailure('OFFLINE', 0))
    request.open('POST', `/kyc/api/images/${kind}`)
    request.timeout = UPLOAD_TIMEOUT_MS
    request.setRequestHeader('content-type', photo.type)
    request.setRequestHeader('accept', 'application/json')
    for (const [name, value] of Object.entries(named())) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total }) => onShare(total > 0 ? loaded / total : 0)
    request.onerror = fail
    request.ontimeout = fail
    request.onabort = fail
    request.onload = () => {
      try {
        const { status, responseText } = request
        resolve(pageOf({ status, retryAfter: request.getResponseHeader('retry-after'), json: parsed(responseText) }))
      } catch (failure) {
        reject(failure)
      }
    }
    request.send(photo)
  })
}

function pageOf({ status, retryAfter, json }: Answer): KycPage {
  const { page } = (json ?? {}) as { page?: KycPage }
  if (status === 200 && page) return page
  throw readFailure(status, retryAfter, json, Date.now())
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function offline(): never {
  throw new ApiFailure('OFFLINE', 0)
}
