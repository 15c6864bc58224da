import type { IncomingMessage, ServerResponse } from 'node:http'
import { readBody } from '../raw-request.ts'

const MAX_BODY_BYTES = 16 * 1024

/** A refusal in words for whoever uses the site. `fields` names what has to be mended. */
export class SiteError extends Error {
  readonly status: number
  readonly code: string
  readonly fields: Record<string, string[]> | undefined

  constructor(status: number, code: string, message: string, fields?: Record<string, string[]>) {
    super(message)
    this.status = status
    this.code = code
    this.fields = fields
  }
}

export type Exchange = { request: IncomingMessage; response: ServerResponse; url: URL }

export function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
  response.end(JSON.stringify(value))
}

export function sendError(response: ServerResponse, error: SiteError): void {
  const { status, code, message, fields } = error
  sendJson(response, status, { error: { code, message, fields } })
}

/** The JSON object of a body. Throws SiteError 413, 415 or 422. */
export async function readJson(request: IncomingMessage): Promise<Record<string, unknown>> {
  const type = request.headers['content-type'] ?? ''
  // A form of another site cannot send this type, so it cannot act for the player.
  if (!/^application\/json\b/.test(type)) throw new SiteError(415, 'UNSUPPORTED_MEDIA_TYPE', 'Please send JSON.')
  const body = parse(await readText(request))
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Record<string, unknown>
  throw new SiteError(422, 'VALIDATION_FAILED', 'The body is not a JSON object.')
}

async function readText(request: IncomingMessage): Promise<string> {
  const body = await readBody(request, MAX_BODY_BYTES)
  if (body === null) throw new SiteError(413, 'BODY_TOO_LARGE', 'The body is larger than 16 kB.')
  return body.toString('utf8')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
