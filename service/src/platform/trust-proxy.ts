import { isIP } from 'node:net'

/**
 * Whose word on a player's address is taken: nobody's, that of everybody in the header, of so many proxies counted from us, or of
 * proxies by their addresses and networks.
 */
export type TrustProxy = boolean | number | string[]

const HOPS = /^([1-9]|10)$/

/** Null when it is none. */
export function readTrustProxy(text: string): TrustProxy | null {
  if (text === 'true' || text === 'false') return text === 'true'
  if (HOPS.test(text)) return Number(text)
  const proxies = text.split(',').map((one) => one.trim())
  return proxies.every(isNetwork) ? proxies : null
}

const BITS: Record<number, number> = { 4: 32, 6: 128 }

/** An address, or a network such as `10.0.0.0/8`. One that holds every address would trust everybody. */
function isNetwork(text: string): boolean {
  const [address = '', prefix, ...more] = text.split('/')
  const bits = BITS[isIP(address)]
  if (bits === undefined || more.length > 0) return false
  return prefix === undefined || (/^[1-9]\d{0,2}$/.test(prefix) && Number(prefix) <= bits)
}
