/** The only way out: a guarded client that refuses private addresses and is never used inside a transaction. */
export type HttpRequest = {
  /** Whose call it is. Calls of different lanes never wait for one another, not even to one host. */
  lane: string
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  url: string
  headers: Record<string, string>
  body?: string | Buffer
  /** One limit over the whole exchange: connect, headers and body. */
  timeoutMs: number
  maxReplyBytes: number
  /** The caller asks for no more than the status: once it has come, a body that is too long or does not end changes nothing. */
  statusIsEnough?: boolean
  /**
   * Asked right before the first byte of the request is written, after name look-up, TCP and TLS and whatever it had to wait for: why
   * it must not leave any more, which makes it `never_sent`; null when it may.
   */
  mayLeave?: () => string | null
}

/**
 * `never_sent`: no byte of the request left (bad address, DNS, connect or TLS failure, or `mayLeave` said no).
 * `failed`: it may have arrived, and there is no whole answer.
 */
export type HttpReply =
  | { kind: 'answered'; status: number; headers: Record<string, string | undefined>; body: Buffer }
  | { kind: 'never_sent'; reason: string }
  | { kind: 'failed'; reason: string }

export type HttpClient = {
  send(request: HttpRequest): Promise<HttpReply>
  close(): Promise<void>
}
