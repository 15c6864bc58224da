import ipaddr from 'ipaddr.js'

const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')
/** Public by their number, but answered inside a cloud only: what a machine asks about itself there. Azure; IBM. */
const OF_CLOUDS = ['168.63.129.16/32', '161.26.0.0/16'].map((network) => ipaddr.IPv4.parseCIDR(network))

/** The well-known prefix, and the one of the local prefix that leaves checksums as they are. */
const NAT64_OF_96 = ['64:ff9b::/96', '64:ff9b:1:fffe::/96'].map((network) => ipaddr.IPv6.parseCIDR(network))
/** Where RFC 6052 puts the bytes of an IPv4 address, for each length of a prefix that a network can choose in 64:ff9b:1::/48. */
const AFTER_96 = [12, 13, 14, 15]
const AFTER_ANY = [[6, 7, 9, 10], [7, 9, 10, 11], [9, 10, 11, 12], AFTER_96]
/** All layouts leave this byte 0. */
const UNUSED_BYTE = 8

/** However it is written: whoever listens on it listens on every address of the machine. */
export function isEveryAddress(address: string): boolean {
  return ipaddr.process(address).range() === 'unspecified'
}

/** Everything that is not plainly public is private: a new special range must not become a way in. */
export function kindOf(address: string): 'public' | 'loopback' | 'private' {
  const parsed = ipaddr.process(address)
  const range = parsed.range()
  if (range === 'loopback') return 'loopback'
  if (range === 'rfc6052' && parsed instanceof ipaddr.IPv6) return isPublicByNat64(parsed) ? 'public' : 'private'
  if (range !== 'unicast') return 'private'
  if (parsed instanceof ipaddr.IPv4 && OF_CLOUDS.some((network) => parsed.match(network))) return 'private'
  return parsed instanceof ipaddr.IPv6 && !parsed.match(GLOBAL_UNICAST) ? 'private' : 'public'
}

/**
 * Networks without IPv4 reach it through such addresses (NAT64). The one inside must be public. Which bytes it has is known for two
 * prefixes only; elsewhere each place that it can have must hold a public address, or one of 0.0.0.0/8, which leads nowhere.
 */
function isPublicByNat64(address: ipaddr.IPv6): boolean {
  const bytes = address.toByteArray()
  const layouts = NAT64_OF_96.some((network) => address.match(network)) ? [AFTER_96] : AFTER_ANY
  const inside = layouts.map((layout) => layout.map((index) => bytes[index]))
  const isPublic = inside.map((four) => kindOf(four.join('.')) === 'public')
  return (
    bytes[UNUSED_BYTE] === 0 && isPublic.includes(true) && inside.every(([first], at) => first === 0 || isPublic[at])
  )
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
