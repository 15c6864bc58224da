import ipaddr from 'ipaddr.js'

const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')
/** Public by their number, but answered inside a cloud only: what a machine asks about itself there. Azure; IBM. */
const OF_CLOUDS = ['168.63.129.16/32', '161.26.0.0/16'].map((network) => ipaddr.IPv4.parseCIDR(network))

/** However it is written: whoever listens on it listens on every address of the machine. */
export function isEveryAddress(address: string): boolean {
  return ipaddr.process(address).range() === 'unspecified'
}

/** Everything that is not plainly public is private: a new special range must not become a way in. */
export function kindOf(address: string): 'public' | 'loopback' | 'private' {
  const parsed = ipaddr.process(address)
  const range = parsed.range()
  if (range === 'loopback') return 'loopback'
  if (range !== 'unicast') return 'private'
  if (parsed instanceof ipaddr.IPv4 && OF_CLOUDS.some((network) => parsed.match(network))) return 'private'
  return parsed instanceof ipaddr.IPv6 && !parsed.match(GLOBAL_UNICAST) ? 'private' : 'public'
}
