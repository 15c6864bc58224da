import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, openSync, readdirSync, readlinkSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { findProcess } from '@coffer/embedded-postgres'
import { networkOf } from '../run/environment.ts'
import { addNode, ROOMS } from './base.ts'
import type { Machine } from './machine.ts'
import { mountRoom, unmountBelow } from './mounts.ts'
import type { Resident } from './options.ts'
import { copyProject } from './project.ts'

export type Room = {
  /** Where the project lies, seen from outside. */
  projectDir: string
  logFile: string
  /** Runs a line of shell in the project, as the room's resident and in a process group of its own. */
  run(line: string, env?: Record<string, string>): ChildProcess
  /** The numbers of all processes that live in the room. */
  processes(): number[]
  /** Ends all of them by force. */
  killAll(): void
  remove(): void
}

const ORDINARY_ID = 1000
const HOMES = { root: '/root/closed', ordinary: '/home/resident' } as const

/** Furnishes a room for one resident: root below a home that nobody else can enter, or an ordinary user. */
export function openRoom(base: string, machine: Machine, resident: Resident, workingTree: boolean): Room {
  const root = mkdtempSync(join(ROOMS, `room-${resident}-`))
  chmodSync(root, 0o755)
  execFileSync('cp', ['-a', '--reflink=auto', `${base}/.`, root])
  addNode(machine, root)
  const home = HOMES[resident]
  addResident(root, resident, home)
  copyProject(join(root, home, 'coffer'), workingTree)
  if (resident === 'ordinary') execFileSync('chown', ['-R', `${ORDINARY_ID}:${ORDINARY_ID}`, join(root, home)])
  mountRoom(root)
  const logFile = `${root}.log`
  const log = openSync(logFile, 'a')
  return {
    projectDir: join(root, home, 'coffer'),
    logFile,
    run: (line, env = {}) => enter(root, resident, home, line, env, log),
    processes: () => processesIn(root),
    killAll: () => killAll(root),
    remove: () => {
      killAll(root)
      unmountBelow(root)
      rmSync(root, { recursive: true, force: true })
    },
  }
}

/** Removes the rooms of earlier runs that nobody closed. */
export function sweepRooms(): void {
  unmountBelow(ROOMS)
  for (const name of readdirSync(ROOMS)) {
    if (name.startsWith('room-')) rmSync(join(ROOMS, name), { recursive: true, force: true })
  }
}

function addResident(root: string, resident: Resident, home: string): void {
  mkdirSync(join(root, home), { recursive: true, mode: 0o700 })
  if (resident === 'root') for (const folder of [home, dirname(home)]) chmodSync(join(root, folder), 0o700)
  else execFileSync('chroot', [root, 'useradd', '--uid', String(ORDINARY_ID), '--home-dir', home, 'resident'])
}

function enter(
  root: string,
  resident: Resident,
  home: string,
  line: string,
  env: Record<string, string>,
  log: number,
): ChildProcess {
  const user = resident === 'root' ? [] : [`--userspec=${ORDINARY_ID}:${ORDINARY_ID}`]
  const command = [...user, root, '/bin/sh', '-c', `cd ${home}/coffer && ${line}`]
  return spawn('chroot', command, { env: roomEnvironment(home, env), stdio: ['ignore', log, log], detached: true })
}

/** A fresh login's environment, and the way to the network that this machine uses. */
function roomEnvironment(home: string, env: Record<string, string>): NodeJS.ProcessEnv {
  const path = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
  return { HOME: home, PATH: path, TERM: 'dumb', ...networkOf(process.env), ...env }
}

/** A process may end while we go through the list, because another one did. */
function killAll(root: string): void {
  for (const pid of processesIn(root)) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
}

function processesIn(root: string): number[] {
  const numbers = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return numbers.map(Number).filter((pid) => rootOf(pid) === root && findProcess(pid) !== undefined)
}

function rootOf(pid: number): string {
  try {
    return readlinkSync(`/proc/${pid}/root`)
  } catch {
    return ''
  }
}
