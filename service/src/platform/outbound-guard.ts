import { type LookupAddress, type LookupAllOptions, lookup as systemLookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { promisify } from 'node:util'
import type { Limits } from '../kernel/index.ts'
import { kindOf } from './addresses.ts'
import { allowsNetworks, hostOf, isAllowed, type PrivateHosts } from './private-hosts.ts'

const NOT_PUBLIC = 'is not a public address'

export type OutboundPolicy = {
  readonly environment: 'development' | 'production' | 'test'
  readonly allowedPrivateHosts: PrivateHosts
}

/** Raised while connecting: no byte has left. */
export class AddressRefused extends Error {
  constructor(host: string) {
    super(`${host} ${NOT_PUBLIC}`)
    this.name = 'AddressRefused'
  }
}

/** What is wrong with an address before anything is looked up; null when nothing is. */
export function urlFault(text: string, policy: OutboundPolicy): string | null {
  const url = URL.parse(text)
  if (!url) return 'not an address'
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'neither http nor https'
  if (url.protocol === 'http:' && policy.environment === 'production') return 'not https'
  if (url.username !== '' || url.password !== '') return 'credentials in the address'
  const host = hostOf(url)
  if (isLocalName(host) && !mayReach(host, '127.0.0.1', policy) && !mayBeInNetwork(host, policy))
    return `${host} ${NOT_PUBLIC}`
  // The URL parser has made 2130706433, 0x7f.1 and the like to dotted addresses. Literals never reach the resolver.
  if (isIP(host) !== 0 && !mayReach(host, host, policy)) return `${host} ${NOT_PUBLIC}`
  if (policy.environment === 'production' && !isWebPort(url.port)) return `port ${url.port} is not for the web`
  return null
}

/** `urlFault` of an address that is about to be saved, with what would allow it. */
export function savedUrlFault(text: string, policy: OutboundPolicy): string | null {
  const fault = urlFault(text, policy)
  if (!fault?.endsWith(NOT_PUBLIC)) return fault
  return `${fault}. Where that is meant, COFFER_ALLOWED_PRIVATE_HOSTS of this command and of every process names the host or its network`
}

type Resolve = (host: string, options: LookupAllOptions) => Promise<LookupAddress[]>

/** Resolves a name as the system does, and refuses it when any of its addresses is out of bounds. */
export function guardedLookup(
  policy: OutboundPolicy,
  limits: Pick<Limits, 'dnsCacheMs'>,
  resolve: Resolve = promisify(systemLookup),
): LookupFunction {
  const shared = shareLookups(resolve, limits.dnsCacheMs)
  return (host, options, callback) => {
    const judge = (addresses: LookupAddress[]) => {
      if (!addresses.every(({ address }) => mayReach(host, address, policy))) {
        return callback(new AddressRefused(host), '', 0)
      }
      const [first] = addresses
      if (options.all) callback(null, addresses)
      else callback(null, first?.address ?? '', first?.family)
    }
    shared(host, { ...options, all: true }).then(judge, (error) => callback(error, '', 0))
  }
}

/**
 * One lookup of a name at a time, whose answer is kept for a moment. The system looks up in few threads, which files and hashing
 * need too: a name whose servers are silent must not hold them all.
 */
function shareLookups(resolve: Resolve, keepMs: number): Resolve {
  const lookups = new Map<string, Promise<LookupAddress[]>>()
  return (host, options) => {
    const key = `${host} ${options.family} ${options.hints}`
    const known = lookups.get(key)
    if (known) return known
    const forget = () => lookups.delete(key)
    const lookup = resolve(host, options)
    lookups.set(key, lookup)
    lookup.then(() => setTimeout(forget, keepMs).unref(), forget)
    return lookup
  }
}

/** The rest of the lower ports is kept for other protocols, whose servers must not hear from us. */
const HIGH_PORT = 1024

function isWebPort(port: string): boolean {
  return port === '' || Number(port) >= HIGH_PORT
}

/** Names that lead nowhere in public, whatever they resolve to: of the machine itself, of its network and of its cloud. */
const LOCAL_NAME = /(^|\.)(localhost|local|internal|home\.arpa)$/i

function isLocalName(host: string): boolean {
  return LOCAL_NAME.test(host)
}

/** Whether only its look-up shows where a local name leads. A machine's own name leads to the machine. */
function mayBeInNetwork(host: string, policy: OutboundPolicy): boolean {
  return allowsNetworks(policy.allowedPrivateHosts) && !/(^|\.)localhost$/i.test(host)
}

function mayReach(host: string, address: string, policy: OutboundPolicy): boolean {
  if (isAllowed(policy.allowedPrivateHosts, host, address)) return true
  const kind = kindOf(address)
  if (policy.environment !== 'production') return kind !== 'private'
  return kind === 'public' && !isLocalName(hostOf({ hostname: host }))
}
