import { execFile } from 'node:child_process'
import { createReadStream, createWriteStream, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { chmod, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createBrotliDecompress } from 'node:zlib'
import { bareEnvironment } from './bare-environment.ts'

export type BrowserProgram = { path: string; env: Record<string, string> }

const run = promisify(execFile)

const PACKAGE = '@sparticuz/chromium'
const BROWSERS = join(import.meta.dirname, '../../.coffer/browser')

/** Its own list of fonts names folders outside the project, so it gets one of ours. */
const fontsConf = (folder: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <cachedir>${folder}/fonts-cache</cachedir>
</fontconfig>
`

/**
 * The Chromium that npm brings for Linux, unpacked on first use with the libraries that a bare system lacks;
 * undefined on other machines. The package is only read, never imported: importing it changes the environment.
 */
export async function packagedBrowser(): Promise<BrowserProgram | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  const packed = packageFolder()
  if (packed === undefined) return undefined
  const { version } = JSON.parse(readFileSync(join(packed, 'package.json'), 'utf8')) as { version: string }
  const folder = join(BROWSERS, version)
  if (!existsSync(folder)) await unpackOnce(join(packed, 'bin'), folder)
  return { path: join(folder, 'chromium'), env: { LD_LIBRARY_PATH: join(folder, 'lib'), FONTCONFIG_PATH: folder } }
}

function packageFolder(): string | undefined {
  try {
    return dirname(dirname(fileURLToPath(import.meta.resolve(PACKAGE))))
  } catch {
    return undefined
  }
}

/** The whole folder appears at once; when two processes unpack together, the first one's stays. */
async function unpackOnce(packed: string, folder: string): Promise<void> {
  const draft = `${folder}.${process.pid}`
  mkdirSync(draft, { recursive: true })
  try {
    await Promise.all([
      unpackProgram(join(packed, 'chromium.br'), join(draft, 'chromium')),
      ...['al2023', 'fonts', 'swiftshader'].map((name) => unpackArchive(join(packed, `${name}.tar.br`), draft)),
    ])
    await writeFile(join(draft, 'fonts.conf'), fontsConf(folder))
    renameSync(draft, folder)
  } catch (error) {
    if (!existsSync(folder)) throw error
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

async function unpackProgram(packed: string, path: string): Promise<void> {
  await decompress(packed, path)
  await chmod(path, 0o755)
}

/** By way of a file: tar closes a pipe at the mark of the archive's end, before it has read all of it. */
async function unpackArchive(packed: string, folder: string): Promise<void> {
  const archive = join(folder, basename(packed, '.br'))
  await decompress(packed, archive)
  await run('tar', ['-x', '--no-same-owner', '-f', archive, '-C', folder], { env: bareEnvironment() })
  await rm(archive)
}

function decompress(packed: string, path: string): Promise<void> {
  return pipeline(createReadStream(packed), createBrotliDecompress(), createWriteStream(path))
}
