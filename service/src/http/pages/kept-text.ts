import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply } from 'fastify'
import { type Encoding, encodingFor, hasTag } from '../encoding.ts'

const COMPRESS: Readonly<Record<Encoding, (bytes: Buffer) => Promise<Buffer>>> = {
  br: (bytes) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (bytes) => promisify(gzip)(bytes, { level: 9 }),
}

/** A text that is sent often and stays the same: it is compressed once, by a thread beside the loop, when somebody first wants it so. */
export class KeptText {
  readonly #bytes: Buffer
  readonly #tag: string
  readonly #compressed = new Map<Encoding, Promise<Buffer>>()

  constructor(text: string) {
    this.#bytes = Buffer.from(text)
    this.#tag = createHash('sha256').update(this.#bytes).digest('base64url')
  }

  /** Sends it as the client takes it, or 304 to one that has it. */
  async send(reply: FastifyReply, type: string): Promise<FastifyReply> {
    const { headers } = reply.request
    const encoding = encodingFor(headers['accept-encoding'])
    const etag = tagOf(this.#tag, encoding)
    reply.headers({ etag, vary: 'Accept-Encoding' })
    if (hasTag(headers['if-none-match'], etag)) return reply.code(304).send()
    if (encoding !== null) reply.header('content-encoding', encoding)
    return reply.type(type).send(encoding === null ? this.#bytes : await this.#as(encoding))
  }

  #as(encoding: Encoding): Promise<Buffer> {
    const known = this.#compressed.get(encoding)
    if (known) return known
    const made = COMPRESS[encoding](this.#bytes)
    this.#compressed.set(encoding, made)
    made.catch(() => this.#compressed.delete(encoding))
    return made
  }
}

/** The tag of one form of a text: two forms are not the same bytes. */
export function tagOf(hash: string, encoding: Encoding | null): string {
  return encoding === null ? `"${hash}"` : `"${hash}-${encoding}"`
}
