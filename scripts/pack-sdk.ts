import { relative } from 'node:path'
import { buildOperatorSdk } from './build/operator-sdk.ts'
import { PROJECT_DIR } from './run/program.ts'

/** `npm run pack-sdk`: the package that operators install, as a tarball. */
const tarball = await buildOperatorSdk(PROJECT_DIR, console.log)
console.log(relative(PROJECT_DIR, tarball))
