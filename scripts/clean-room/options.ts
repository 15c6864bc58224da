import { parseArgs } from 'node:util'

export type Command = 'start' | 'test'
export type Resident = 'root' | 'ordinary'

export type CleanRoomOptions = {
  commands: readonly Command[]
  residents: readonly Resident[]
  /** Leaves the rooms on disk for a look into them. */
  keep: boolean
  /** Takes the files as they stand in the folder instead of the last commit. */
  workingTree: boolean
}

export const USAGE = 'npm run clean-room -- [--only start|test] [--user root|ordinary] [--working-tree] [--keep]'

/** Throws an Error in words for arguments that it does not know. */
export function readOptions(args: readonly string[]): CleanRoomOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: 'string' },
      user: { type: 'string' },
      keep: { type: 'boolean', default: false },
      'working-tree': { type: 'boolean', default: false },
    },
  })
  return {
    commands: choose(values.only, ['start', 'test'], 'only'),
    residents: choose(values.user, ['root', 'ordinary'], 'user'),
    keep: values.keep,
    workingTree: values['working-tree'],
  }
}

function choose<Name extends string>(
  given: string | undefined,
  known: readonly Name[],
  option: string,
): readonly Name[] {
  const chosen = given === undefined ? known : known.filter((name) => name === given)
  if (chosen.length === 0) throw new Error(`--${option} is ${given}; it is ${known.join(' or ')}.`)
  return chosen
}
