import type { IncomingMessage } from 'node:http'
import type { RawRequest } from '@coffer/operator-sdk'

/** The bytes of a body; null when there are more than `maxBytes`. The connection lives on, so that it can be answered. */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    size += chunk.length
    if (size > maxBytes) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Headers as lines to show: one text for each name. */
export function headerLines(headers: RawRequest['headers']): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
}
