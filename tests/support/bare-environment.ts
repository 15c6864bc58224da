/** What a program needs of our environment when a test starts it: nothing else of this machine and of whoever runs the tests reaches it. */
export function bareEnvironment(): NodeJS.ProcessEnv {
  return pick('PATH', 'NODE_COMPILE_CACHE')
}

/** The same for programs that are not ours, and keep something below the home or the temporary folder of whoever runs them. */
export function homeEnvironment(): NodeJS.ProcessEnv {
  return { ...bareEnvironment(), ...pick('HOME', 'TMPDIR') }
}

function pick(...names: string[]): NodeJS.ProcessEnv {
  return Object.fromEntries(
    names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  )
}
