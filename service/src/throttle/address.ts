import ipaddr from 'ipaddr.js'

/** 16-bit parts of an IPv6 address that name one customer's network; the rest of the address costs nothing to change. */
const NETWORK_PARTS = 4

/** Where a translator of IPv6 to IPv4 writes the IPv4 address, in its last bytes: `64:ff9b::/96`. */
const TRANSLATED = ipaddr.IPv6.parseCIDR('64:ff9b::/96')
const IPV4_BYTES = 4

/** What an address counts as: IPv4 by itself, however it is written, and IPv6 by its network. All that is no address counts as one. */
export function addressName(written: string): string {
  const address = withoutPort(written)
  if (!ipaddr.isValid(address)) return 'unknown'
  const parsed = ipaddr.process(address)
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString()
  if (parsed.match(TRANSLATED)) return parsed.toByteArray().slice(-IPV4_BYTES).join('.')
  const network = parsed.parts.slice(0, NETWORK_PARTS).map((part) => part.toString(16))
  return `${network.join(':')}::/${16 * NETWORK_PARTS}`
}

const BRACKETED = /^\[([^\]]*)\](?::\d{1,5})?$/
const WITH_PORT = /^([^:]*):\d{1,5}$/

/** Some proxies add the port that a player connects from. An IPv6 address has one only behind brackets. */
function withoutPort(written: string): string {
  return (BRACKETED.exec(written) ?? WITH_PORT.exec(written))?.[1] ?? written
}
