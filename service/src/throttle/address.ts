import ipaddr from 'ipaddr.js'

/** 16-bit parts of an IPv6 address that name one customer's network; the rest of the address costs nothing to change. */
const NETWORK_PARTS = 4

/** What an address counts as: IPv4 by itself, however it is written, and IPv6 by its network. All that is no address counts as one. */
export function addressName(address: string): string {
  if (!ipaddr.isValid(address)) return 'unknown'
  const parsed = ipaddr.process(address)
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString()
  const network = parsed.parts.slice(0, NETWORK_PARTS).map((part) => part.toString(16))
  return `${network.join(':')}::/${16 * NETWORK_PARTS}`
}
