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

/**
 * What a network of the deployment never allows, however large it is: addresses at which a machine asks its cloud about itself, its
 * credentials among it, and forms of IPv6 that carry an address of IPv4 behind which such a one may be.
 */
const NEVER_BY_NETWORK = [
  ...['169.254.0.0/16', '168.63.129.16/32', '161.26.0.0/16', '100.100.100.200/32', '192.0.0.192/32'],
  ...['fe80::/10', 'fd00:ec2::/32', 'fd20:ce::254/128', 'fd00:42::42/128'],
  ...['64:ff9b::/96', '64:ff9b:1::/48', '::ffff:0:0:0/96', '2002::/16', '2001::/32'],
]

/** Of an address, or of a whole network by the number of its bits. */
export function isNeverByNetwork(address: string, bits = 128): boolean {
  return NEVER_BY_NETWORK.some((network) => isInside(address, network) && bits >= ipaddr.parseCIDR(network)[1])
}

/** Whether an address lies in a network such as `10.0.0.0/8`. One of IPv4 that is written in IPv6 is one of IPv4. */
export function isInside(address: string, network: string): boolean {
  const parsed = ipaddr.process(address)
  const [first, bits] = ipaddr.parseCIDR(network)
  return parsed.kind() === first.kind() && parsed.match(first, bits)
}
