import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { FastifyReply } from 'fastify'
import { Refusal } from '../../kernel/index.ts'
import { type Encoding, encodingFor, hasTag } from '../encoding.ts'
import { tagOf } from './kept-text.ts'

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
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
}

/** How the built folders name the forms of a file, which the build makes. */
const SUFFIXES: Readonly<Record<Encoding, string>> = { br: '.br', gzip: '.gz' }

/**
 * Sends a file of a built app, by its name below the root and with these headers, in the form that the client takes, if the build has made it.
 * What is not there is NOT_FOUND and gets none of the headers: a browser that kept a part as missing would never get it.
 */
export async function sendFile(
  reply: FastifyReply,
  root: string,
  name: string,
  headers: Readonly<Record<string, string>>,
): Promise<FastifyReply> {
  const type = TYPES[extname(name)]
  if (!NAME.test(name) || type === undefined) throw new Refusal('NOT_FOUND')
  const { bytes, encoding } = await readForm(join(root, name), encodingFor(reply.request.headers['accept-encoding']))
  const etag = tagOf(createHash('sha256').update(bytes).digest('base64url'), encoding)
  const vary = [headers.vary, 'Accept-Encoding'].filter(Boolean).join(', ')
  reply.headers({ ...headers, etag, vary })
  if (hasTag(reply.request.headers['if-none-match'], etag)) return reply.code(304).send()
  if (encoding !== null) reply.header('content-encoding', encoding)
  return reply.type(type).send(bytes)
}

/** The smallest form that is wanted and there; else the file itself. */
async function readForm(path: string, wanted: Encoding | null): Promise<{ bytes: Buffer; encoding: Encoding | null }> {
  const form = wanted === null ? null : await readIfThere(path + SUFFIXES[wanted])
  if (form !== null) return { bytes: form, encoding: wanted }
  const bytes = await readIfThere(path)
  if (bytes === null) throw new Refusal('NOT_FOUND')
  return { bytes, encoding: null }
}

async function readIfThere(path: string): Promise<Buffer | null> {
  return readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (NOT_THERE.has(error.code ?? '')) return null
    throw error
  })
}
