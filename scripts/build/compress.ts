import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

/** What is text; pictures, letters and sounds are compressed by their own kind. */
const TEXTS = new Set(['.css', '.html', '.js', '.json', '.svg', '.txt'])

/** Writes each text of a built folder once more beside itself, as brotli and as gzip, as small as they get. The service sends these as they are. */
export function compressFolder(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !TEXTS.has(extname(entry.name))) continue
    const path = join(entry.parentPath, entry.name)
    const bytes = readFileSync(path)
    const size = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
    writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params: size }))
    writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }))
  }
}
