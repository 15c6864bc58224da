import { AssertionError } from 'node:assert'
import { CofferError } from '@coffer/operator-sdk'
import { ZodError } from 'zod'

/** An answer as a client may rely on it: without what differs by nature between two answers to one click. */
export type Reply = { status: number; retries: boolean; body: Record<string, unknown> }

/** Sends a click to one of the processes; null when no answer came. */
export type Send = (service: number) => Promise<Reply | null>

export type Click = {
  name: string
  send: Send
  /** The answer that was final, as text. */
  final: string | null
  /** Which answers can never change any more. */
  isFinal(reply: Reply): boolean
}

/** Codes that a click may meet on a bad day, and that say nothing of the click. */
const TROUBLE = [
  'SERVICE_UNAVAILABLE',
  'RATE_LIMITED',
  'WALLET_UNAVAILABLE',
  'INSUFFICIENT_FUNDS',
  'PLAYER_BLOCKED',
  'ITEM_BUSY',
  'REQUEST_INTERRUPTED',
]

/** What the clients saw of every click, and what they were told that cannot be. */
export class Clicks {
  readonly all: Click[] = []
  readonly violations: string[] = []
  /** Of which at most one may go through. */
  readonly rivals: [Click, Click][] = []
  sentCount = 0

  add(name: string, send: Send, isFinal: Click['isFinal']): Click {
    const click: Click = { name, send, final: null, isFinal }
    this.all.push(click)
    return click
  }

  /** Sends a click once and compares what is told with what was told before. */
  async tell(click: Click, service: number): Promise<Reply | null> {
    const before = click.final
    this.sentCount += 1
    const reply = await this.#send(click, service)
    if (reply === null) return null
    const text = textOf(reply)
    if (click.isFinal(reply)) {
      if (click.final === null) click.final = text
      else if (click.final !== text)
        this.#report(click, `was told for good\n    ${click.final}\n  and then\n    ${text}`)
    } else if (before !== null && reply.retries && 'round' in reply.body) {
      this.#report(click, `was told for good\n    ${before}\n  and then that it is undecided\n    ${text}`)
    }
    return reply
  }

  async #send(click: Click, service: number): Promise<Reply | null> {
    try {
      return await click.send(service)
    } catch (error) {
      if (!(error instanceof AssertionError || error instanceof ZodError)) throw error
      this.#report(click, `got an answer that breaks the contract: ${error.message}`)
      return null
    }
  }

  /** An answer that nobody should get, whatever was killed. */
  expect(click: Click, reply: Reply | null, ...codes: string[]): void {
    const code = codeOf(reply)
    if (code !== null && ![...TROUBLE, ...codes].includes(code)) this.#report(click, `was told ${textOf(reply!)}`)
  }

  /** To be called when all is over. */
  compareRivals(): void {
    for (const [one, other] of this.rivals) {
      if (one.final !== null && other.final !== null) this.#report(one, `went through, and so did ${other.name}`)
    }
  }

  #report(click: Click, what: string): void {
    this.violations.push(`${click.name} ${what}`)
  }
}

export function codeOf(reply: Reply | null): string | null {
  return (reply?.body.error as { code: string } | undefined)?.code ?? null
}

function textOf({ status, body }: Reply): string {
  const { error, ...rest } = body
  return JSON.stringify({ status, ...(error ? { error: { ...error, requestId: '' } } : {}), ...rest })
}

/** A success, or a refusal that names its round: the click has an answer for good. */
export function isDecided({ status, retries, body }: Reply): boolean {
  return status === 200 || (!retries && 'round' in body)
}

export const isSuccess = ({ status }: Reply) => status === 200

/** What a call of the backend client came to. */
export async function replyOf(call: Promise<unknown>): Promise<Reply | null> {
  try {
    return { status: 200, retries: false, body: (await call) as Record<string, unknown> }
  } catch (error) {
    if (!(error instanceof CofferError)) throw error
    if (error.status === 0) return null
    return {
      status: error.status,
      retries: error.retryAfterSeconds !== null,
      body: error.body as Record<string, unknown>,
    }
  }
}
