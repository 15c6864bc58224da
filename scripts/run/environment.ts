/** What names the machine and the person at it: programs of the system need it, and it changes nothing that is built or shown. */
const OF_THE_MACHINE = [
  ...['PATH', 'HOME', 'USER', 'LOGNAME', 'SHELL', 'TMPDIR', 'TEMP', 'TMP', 'SYSTEMROOT', 'TERM', 'COLORTERM', 'CI'],
  ...['NO_COLOR', 'FORCE_COLOR', 'LANG', 'TZ'],
]
/** What a run of the tests is told by whoever starts it. */
const OF_THE_TESTS = ['CHROMIUM_PATH', 'SHOW_LOG', 'TEST_LAG_MS', 'TEST_SCOPE', 'TEST_SEED', 'WRITE_REFERENCE']
const PREFIXES = ['LC_', 'npm_config_']

/** The way to the network that a machine uses, for whatever installs packages: a proxy, and the certificates that it signs with. */
const NETWORK = /^(https?_proxy|no_proxy|node_extra_ca_certs|ssl_cert_(file|dir))$/i

export function networkOf(shell: NodeJS.ProcessEnv): Record<string, string> {
  const told = Object.entries(shell).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return Object.fromEntries(told.filter(([name]) => NETWORK.test(name)))
}

/**
 * Of a shell's environment, what tests and tools get. Everything else stays out: a setting of Coffer or of Node that somebody has
 * exported would reach whatever is started, and two processes would want one port.
 */
export function environmentFrom(shell: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const wanted = (name: string) =>
    OF_THE_MACHINE.includes(name) || OF_THE_TESTS.includes(name) || PREFIXES.some((prefix) => name.startsWith(prefix))
  return Object.fromEntries(Object.entries(shell).filter(([name]) => wanted(name)))
}
