import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { runQuietly } from '../run/program.ts'
import { compileDeclarations } from './declarations.ts'
import { gatherTypes } from './gather-types.ts'
import { BUILD_FOLDER, buildParts } from './parts.ts'
import { buildWithVite } from './with-vite.ts'

const SDK = 'packages/operator-sdk'
const FOLDER = `${BUILD_FOLDER}/operator-sdk`
/** What is bundled into the JavaScript and has a licence of its own. */
const BUNDLED = ['zod']
/** The oldest Node that has everything the SDK uses. */
const NODE = '>=20.3'

type Manifest = { name: string; version: string; type: string }

/**
 * Makes the package that operators install, where its sources changed, and returns the path of its tarball: one file of
 * JavaScript with everything in it, and declarations that need no other package.
 */
export async function buildOperatorSdk(projectDir: string, log?: (line: string) => void): Promise<string> {
  const { name, version } = readManifest(projectDir)
  const output = `${BUILD_FOLDER}/${name.slice(1).replace('/', '-')}-${version}.tgz`
  const sources = [SDK, 'packages/contract', 'packages/fairness', 'scripts/build']
  await buildParts(projectDir, [{ name: 'operator-sdk', sources, output, build }], log)
  return join(projectDir, output)
}

async function build(projectDir: string): Promise<void> {
  const folder = join(projectDir, FOLDER, 'package')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  await buildWithVite({
    root: join(projectDir, SDK),
    configFile: false,
    ssr: { noExternal: true },
    build: { ssr: 'src/index.ts', outDir: folder, emptyOutDir: false, target: 'node20', minify: false },
  })
  await writeTypes(projectDir, folder)
  writePapers(projectDir, folder)
  await pack(projectDir, folder)
}

async function writeTypes(projectDir: string, folder: string): Promise<void> {
  const { s2sRoutes } = await import('@coffer/contract/s2s')
  const declarations = await compileDeclarations(projectDir, join(projectDir, FOLDER, 'scratch'))
  for (const [place, text] of gatherTypes(projectDir, declarations, s2sRoutes)) {
    const path = join(folder, place)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
}

function writePapers(projectDir: string, folder: string): void {
  const { name, version, type } = readManifest(projectDir)
  const manifest = {
    ...{ name, version, type, description: 'Sign, call and answer Coffer from an operator’s backend.' },
    license: 'SEE LICENSE IN LICENSE',
    engines: { node: NODE },
    sideEffects: false,
    types: './types/index.d.ts',
    exports: { '.': { types: './types/index.d.ts', default: './index.js' }, './package.json': './package.json' },
  }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  cpSync(join(projectDir, SDK, 'README.md'), join(folder, 'README.md'))
  cpSync(join(projectDir, 'LICENSE'), join(folder, 'LICENSE'))
  const licences = BUNDLED.map((bundled) => {
    return `${bundled}\n\n${readFileSync(join(projectDir, 'node_modules', bundled, 'LICENSE'), 'utf8')}`
  })
  writeFileSync(join(folder, 'LICENSES-OF-OTHERS'), licences.join('\n'))
}

/** npm writes its log beside its cache, so both stay in the build folder. */
async function pack(projectDir: string, folder: string): Promise<void> {
  const target = join(projectDir, BUILD_FOLDER)
  const options = ['--pack-destination', target, '--cache', join(target, 'npm'), '--ignore-scripts', '--offline']
  const ended = await runQuietly('npm', ['pack', folder, ...options])
  if (!ended.ok) throw new Error(`npm cannot pack the SDK:\n${ended.output}`)
}

function readManifest(projectDir: string): Manifest {
  return JSON.parse(readFileSync(join(projectDir, SDK, 'package.json'), 'utf8'))
}
