import { runCommandLine } from './run.ts'

await runCommandLine(process)
