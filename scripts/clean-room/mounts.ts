import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Character devices that programs take for granted, with their numbers. */
const DEVICES = [
  ['null', '1', '3'],
  ['zero', '1', '5'],
  ['full', '1', '7'],
  ['random', '1', '8'],
  ['urandom', '1', '9'],
  ['tty', '5', '0'],
] as const

const LINKS = [
  ['/proc/self/fd', 'fd'],
  ['/proc/self/fd/0', 'stdin'],
  ['/proc/self/fd/1', 'stdout'],
  ['/proc/self/fd/2', 'stderr'],
] as const

/** Mounts what a room needs to live: its processes, few devices, shared memory. */
export function mountRoom(root: string): void {
  const dev = join(root, 'dev')
  mount('-t', 'proc', 'proc', join(root, 'proc'))
  mount('-t', 'tmpfs', '-o', 'mode=755', 'tmpfs', dev)
  for (const [name, major, minor] of DEVICES) run('mknod', '-m', '666', join(dev, name), 'c', major, minor)
  for (const [target, name] of LINKS) run('ln', '-s', target, join(dev, name))
  mkdirSync(join(dev, 'shm'))
  mount('-t', 'tmpfs', '-o', 'mode=1777', 'tmpfs', join(dev, 'shm'))
}

/** Takes away every mount below a folder, those of an earlier run that was killed too. */
export function unmountBelow(folder: string): void {
  const points = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' ')[1] ?? '')
  for (const point of points.filter((path) => path.startsWith(`${folder}/`)).toReversed())
    run('umount', '--lazy', point)
}

function mount(...args: string[]): void {
  run('mount', ...args)
}

function run(program: string, ...args: string[]): void {
  execFileSync(program, args, { stdio: ['ignore', 'ignore', 'pipe'] })
}
