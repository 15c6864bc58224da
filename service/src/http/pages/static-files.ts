import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { FastifyReply } from 'fastify'
import { Refusal } from '../../kernel/index.ts'

/** Folders and a file whose names begin with no dot: none leads out of the root, and what is hidden stays hidden. */
const NAME = /^(?:[\w-][\w.-]*\/)*[\w-][\w.-]*$/
const NOT_THERE = new Set(['ENOENT', 'EISDIR', 'ENOTDIR', 'ENAMETOOLONG'])
const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.mp3': 'audio/mpeg',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

/**
 * Sends a file of a built app, by its name below the root and with these headers. What is not there is NOT_FOUND and gets none of
 * them: a browser that kept a part as missing would never get it.
 */
export async function sendFile(
  reply: FastifyReply,
  root: string,
  name: string,
  headers: Readonly<Record<string, string>>,
): Promise<FastifyReply> {
  const bytes = NAME.test(name) ? await readIfThere(join(root, name)) : null
  if (bytes === null) throw new Refusal('NOT_FOUND')
  const etag = `"${createHash('sha256').update(bytes).digest('base64url')}"`
  reply.headers({ ...headers, etag })
  // A proxy that compresses makes the tag weak.
  if (reply.request.headers['if-none-match']?.replace(/^W\//, '') === etag) return reply.code(304).send()
  return reply.type(TYPES[extname(name)] ?? 'application/octet-stream').send(bytes)
}

async function readIfThere(path: string): Promise<Buffer | null> {
  return readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (NOT_THERE.has(error.code ?? '')) return null
    throw error
  })
}
