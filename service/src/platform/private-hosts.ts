import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { isInside, isNeverByNetwork } from './addresses.ts'

/**
 * Private hosts that wallets, webhooks and rates may live on: names, addresses and networks, spelled as they are compared. A name or an
 * address allows the URLs that are written with it; a network allows every name that resolves into it.
 */
export type PrivateHosts = readonly string[]

type Entry = { host: string } | { fault: string }

const BITS: Record<number, number> = { 4: 32, 6: 128 }
const NAME = /^\w([\w-]*\w)?(\.\w([\w-]*\w)?)*$/
const FORMS =
  'an entry is a host name (wallet.internal), an address (10.0.0.5, ::1, [::1]) or a network (10.0.0.0/8, fd00::/8)'

/** Reads a list with commas. Each fault names its entry and the forms that there are. */
export function readPrivateHosts(text: string): { hosts: PrivateHosts; faults: readonly string[] } {
  const entries = text
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean)
    .map((entry) => [entry, readEntry(entry)] as const)
  return {
    hosts: entries.flatMap(([, read]) => ('host' in read ? [read.host] : [])),
    faults: entries.flatMap(([entry, read]) =>
      'fault' in read ? [`${withoutUser(entry)} ${read.fault}; ${FORMS}`] : [],
    ),
  }
}

/** The host of a URL, without brackets, and without the dot that may end a name. */
export function hostOf({ hostname }: Pick<URL, 'hostname'>): string {
  return hostname.replace(/^\[|\]$|\.$/g, '')
}

/** Whether a deployment allows a host by its name, or what it resolved to by a network. */
export function isAllowed(hosts: PrivateHosts, host: string, address: string): boolean {
  if (hosts.includes(spelled(hostOf({ hostname: host.toLowerCase() })))) return true
  const networks = hosts.filter(isNetwork)
  if (networks.length === 0 || isNeverByNetwork(address)) return false
  return networks.some((network) => isInside(address, network))
}

export function allowsNetworks(hosts: PrivateHosts): boolean {
  return hosts.some(isNetwork)
}

const isNetwork = (host: string) => host.includes('/')

function readEntry(entry: string): Entry {
  if (entry.includes('://')) return { fault: 'is a URL: write its host alone' }
  if (entry.includes('*')) return { fault: 'has a wildcard: write each host, or the network that they are in' }
  if (isNetwork(entry)) return readNetwork(entry)
  const address = entry.replace(/^\[(.*)\]$/, '$1')
  if (isIP(address) !== 6 && /:\d*$/.test(entry))
    return { fault: 'has a port: write the host alone, which allows all ports' }
  const url = /[@?#\\]/.test(entry) ? null : URL.parse(`https://${isIP(address) === 6 ? `[${address}]` : entry}`)
  const host = url === null ? '' : hostOf(url)
  return isIP(host) !== 0 || NAME.test(host) ? { host: spelled(host) } : { fault: 'is no host' }
}

/** One spelling of an address, also of one of IPv4 that is written in IPv6. A name stays as it is. */
function spelled(host: string): string {
  return isIP(host) === 0 ? host : ipaddr.process(host).toString()
}

function readNetwork(entry: string): Entry {
  const [address = '', prefix = '', ...more] = entry.split('/')
  const bits = BITS[isIP(address)]
  if (bits === undefined || more.length > 0) {
    const isMeantAsNetwork = /^\d+$/.test(prefix) && /^[\d.:a-f[\]]+$/i.test(address)
    return {
      fault: isMeantAsNetwork
        ? 'is no network: write the whole address before the slash, without brackets'
        : 'has a path: write the host alone',
    }
  }
  if (!/^[1-9]\d{0,2}$/.test(prefix) || Number(prefix) > bits) {
    return { fault: `is no network: the number behind the slash is from 1 to ${bits}` }
  }
  const network = networkOf(entry)
  if (network === null || ipaddr.parse(address).range() === 'ipv4Mapped')
    return { fault: 'is a network that matches no address' }
  if (network.split('/')[0] !== ipaddr.parse(address).toString())
    return { fault: `is inside a network: write ${network}` }
  if (isNeverByNetwork(address, Number(prefix))) {
    return {
      fault:
        'is kept for clouds or carries addresses of IPv4, and is never allowed as a network: write the host or the address that is meant',
    }
  }
  return { host: network }
}

/** The network that an address with a prefix lies in, in its usual spelling. */
function networkOf(entry: string): string | null {
  if (!ipaddr.isValidCIDR(entry)) return null
  const [address, bits] = ipaddr.parseCIDR(entry)
  const first = address.kind() === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6
  return `${first.networkAddressFromCIDR(entry)}/${bits}`
}

/** A password must not come into a log. */
function withoutUser(entry: string): string {
  return entry.replace(/^(.*\/\/)?.*@/, '$1…@')
}
