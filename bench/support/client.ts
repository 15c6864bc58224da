import { Pool } from 'undici'

/** A keep-alive client of one process. */
export type Client = {
  post(path: string, token: string | null, body: object): Promise<Reply>
  get(path: string, token: string): Promise<Reply>
  close(): Promise<void>
}

export type Reply = { status: number; text: string; retryAfterSeconds: number | null }

/** `connections` requests can be under way at once. */
export function makeClient(url: string, connections: number): Client {
  const pool = new Pool(url, { connections, pipelining: 1, headersTimeout: 60_000 })
  const send = async (method: 'GET' | 'POST', path: string, token: string | null, body?: object): Promise<Reply> => {
    const headers: Record<string, string> = {}
    if (token !== null) headers.authorization = `Bearer ${token}`
    if (body !== undefined) headers['content-type'] = 'application/json'
    const answer = await pool.request({ method, path, headers, body: body === undefined ? null : JSON.stringify(body) })
    const wait = answer.headers['retry-after']
    const retryAfterSeconds = wait === undefined ? null : Number(wait)
    return { status: answer.statusCode, text: await answer.body.text(), retryAfterSeconds }
  }
  return {
    post: (path, token, body) => send('POST', path, token, body),
    get: (path, token) => send('GET', path, token),
    close: () => pool.destroy(),
  }
}

/** Null for the expected status, otherwise the beginning of what came. */
export function faultOf({ status, text }: Reply, expected = 200): string | null {
  return status === expected ? null : `${status} ${text.slice(0, 100)}`
}
