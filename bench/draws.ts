import { spawnSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { BOX_TOTAL_UNITS, type Digest, draw } from '@coffer/fairness'
import { drawNonces } from '@coffer/fairness/simd'
import { middle } from './support/latencies.ts'
import { type Machine, readMachine } from './support/machine.ts'

type DrawsOptions = {
  /** Length of a window; OpenSSL takes whole ones. */
  seconds: number
  repeats: number
}

/** Of one core: the middle one of the windows, and all of them as they came. */
export type DrawsRow = { what: string; perSecond: number; windows: number[] }
/** `openssl` and `ratio`, of SIMD over it, are null where no OpenSSL says how fast it is. */
export type DrawsResult = { machine: Machine; rows: DrawsRow[]; openssl: string | null; ratio: number | null }

const [REFERENCE, BY_NODE, BY_SIMD] = ['draw()', 'draw() with the HMAC of Node', 'drawNonces(), by SIMD']
const BY_OPENSSL = 'HMAC of 64 bytes, openssl speed'
/** As a simulation has them. */
const PAIR = {
  serverSeed: '00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff',
  clientSeed: 'simulation-1230000',
  reelIndex: 0,
  total: BOX_TOTAL_UNITS,
}
const NONCES = 10_000
const nodeDigest: Digest = (key, message) => createHmac('sha256', key).update(message).digest()

/** Draws a reel of a box in each way, by turns, and lets OpenSSL say in between how many HMACs it makes. Time is the processor's: neighbours take none of it. */
export function benchDraws({ seconds, repeats }: DrawsOptions): DrawsResult {
  const machine = readMachine()
  const openssl = versionOfOpenssl()
  const oneByOne = (hmac?: Digest) => () => {
    for (let nonce = 0; nonce < NONCES / 10; nonce += 1) draw({ ...PAIR, nonce, hmac })
    return NONCES / 10
  }
  const ways: Record<string, () => number> = {
    [REFERENCE]: () => drawnPerSecond(seconds, oneByOne()),
    [BY_NODE]: () => drawnPerSecond(seconds, oneByOne(nodeDigest)),
    [BY_SIMD]: () => drawnPerSecond(seconds, () => drawNonces({ ...PAIR, nonce: 0, count: NONCES }).length),
    ...(openssl === null ? {} : { [BY_OPENSSL]: () => hmacsPerSecond(seconds) }),
  }
  const windows = Object.fromEntries(Object.keys(ways).map((what) => [what, [] as number[]]))
  for (let repeat = 0; repeat < repeats; repeat += 1) {
    for (const [what, measure] of Object.entries(ways)) windows[what]!.push(measure())
  }
  const rows = Object.entries(windows).map(([what, all]) => ({ what, perSecond: middle(all), windows: all }))
  const perSecond = (what: string) => rows.find((row) => row.what === what)!.perSecond
  return { machine, rows, openssl, ratio: openssl === null ? null : perSecond(BY_SIMD) / perSecond(BY_OPENSSL) }
}

/** The code is warm in the second half, which alone counts. */
function drawnPerSecond(seconds: number, drawSome: () => number): number {
  drawFor(seconds / 2, drawSome)
  return drawFor(seconds / 2, drawSome)
}

function drawFor(seconds: number, drawSome: () => number): number {
  const end = performance.now() + seconds * 1000
  const before = process.cpuUsage()
  let count = 0
  do count += drawSome()
  while (performance.now() < end)
  const { user, system } = process.cpuUsage(before)
  return (count / (user + system)) * 1_000_000
}

/** Null where there is none, or one that does not say how fast it is. */
function versionOfOpenssl(): string | null {
  const version = outputOfOpenssl('version')
  return Number.isFinite(hmacsPerSecond(1)) ? version.trim() : null
}

/** It counts the processor time of its own process. Not a number where it says nothing. */
function hmacsPerSecond(seconds: number): number {
  const window = ['-mr', '-seconds', String(Math.ceil(seconds)), '-bytes', '64']
  const said = outputOfOpenssl('speed', ...window, '-hmac', 'sha256')
  return Number(/^\+F:\d+:hmac\(sha256\):([\d.]+)$/m.exec(said)?.[1]) / 64
}

function outputOfOpenssl(...words: string[]): string {
  return spawnSync('openssl', words, { env: { PATH: process.env.PATH }, encoding: 'utf8' }).stdout ?? ''
}
