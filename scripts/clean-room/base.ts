import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Machine } from './machine.ts'

export const ROOMS = '/var/cache/coffer-clean-room'

/** A bare Debian with this machine's Node and npm, made once and copied for every room. */
export function prepareBase(machine: Machine, say: (line: string) => void): string {
  const base = join(ROOMS, `base-${machine.suite}`)
  if (existsSync(base)) return base
  needDebootstrap(say)
  say(`making a bare Debian (${machine.suite}), once`)
  const draft = `${base}.new`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(ROOMS, { recursive: true })
  const options = ['--variant=minbase', machine.suite, draft, machine.mirror]
  execFileSync('debootstrap', options, { stdio: ['ignore', 'ignore', 'inherit'] })
  renameSync(draft, base)
  return base
}

/** Node and npm, exactly as this machine has them, and where it gets packages from. */
export function addNode(machine: Machine, root: string): void {
  cpSync(machine.node, join(root, 'usr/bin/node'), { dereference: true })
  cpSync(machine.npm, join(root, 'usr/lib/node_modules/npm'), { recursive: true, verbatimSymlinks: true })
  for (const name of ['npm', 'npx']) {
    rmSync(join(root, 'usr/bin', name), { force: true })
    symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, join(root, 'usr/bin', name))
  }
  writeNpmSettings(machine, root)
  for (const path of ['/etc/resolv.conf', '/etc/hosts', machine.certificates]) {
    if (!existsSync(path)) continue
    mkdirSync(join(root, dirname(path)), { recursive: true })
    cpSync(path, join(root, path), { dereference: true })
  }
}

/** As the machine-wide settings of npm, which hold for every user of the room. */
function writeNpmSettings(machine: Machine, root: string): void {
  mkdirSync(join(root, 'usr/etc'), { recursive: true })
  writeFileSync(join(root, 'usr/etc/npmrc'), machine.npmSettings)
}

function needDebootstrap(say: (line: string) => void): void {
  if (existsSync('/usr/sbin/debootstrap')) return
  say('installing debootstrap')
  execFileSync('apt-get', ['install', '--yes', '--no-install-recommends', 'debootstrap'], { stdio: 'ignore' })
}
