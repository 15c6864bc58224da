import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

// Plain JavaScript that an old Node can run too: `node scripts/guard.mjs FILE [ARGUMENTS]` runs the file on Node 24 or
// later and says in words what to do on anything older, which would only report an unknown file extension.
const NEEDED_MAJOR = 24

const [, , target, ...rest] = process.argv
const major = Number(process.versions.node.split('.')[0])
if (major < NEEDED_MAJOR) {
  console.error(`Coffer runs on Node ${NEEDED_MAJOR} or later; this is Node ${process.versions.node}.`)
  console.error('npm ci brings its own Node for Linux, macOS and Windows: run it without --omit=optional, then again.')
  console.error(
    `Where it has none for this machine (${process.platform} ${process.arch}), install Node ${NEEDED_MAJOR}.`,
  )
  process.exit(1)
}
if (target === undefined) {
  console.error('guard.mjs is told which file to run.')
  process.exit(1)
}
process.argv.splice(1, process.argv.length, resolve(target), ...rest)
await import(pathToFileURL(resolve(target)).href)
