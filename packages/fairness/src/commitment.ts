import { sha256Hex } from './sha256.ts'

/** The commitment to a server seed: the SHA-256 (lower-case hex) of the seed's hex text, not of the bytes it stands for. */
export function serverSeedHash(serverSeed: string): string {
  return sha256Hex(serverSeed)
}

/** Whether a value is a server seed: 32 bytes as 64 lower-case hex digits. */
export function isServerSeed(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)
}

/**
 * Whether a value is a client seed: 1 to 128 printable ASCII characters, the space among them, without `:`.
 * The colon separates the parts of the drawn message, so a seed that held one could pose as another seed and nonce.
 */
export function isClientSeed(value: unknown): value is string {
  return typeof value === 'string' && /^[\x20-\x39\x3b-\x7e]{1,128}$/.test(value)
}
