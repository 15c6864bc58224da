import { Console } from 'node:console'
import { Command as AnyCommand } from 'commander'

/** What the command line is called with, and where it answers: a process is one. */
export type Terminal = {
  argv: readonly string[]
  env: NodeJS.ProcessEnv
  stdout: NodeJS.WritableStream
  stderr: NodeJS.WritableStream
  exitCode?: NodeJS.Process['exitCode']
}

/** A command, or one of its inner ones, at the terminal that it was called from. */
export class Command extends AnyCommand {
  readonly terminal: Terminal
  /** As the global one is for a process: a reader that has gone away is no fault. */
  readonly console: Console

  constructor(terminal: Terminal, name?: string) {
    super(name)
    this.terminal = terminal
    this.console = new Console(terminal.stdout, terminal.stderr)
  }

  override createCommand(name?: string): Command {
    return new Command(this.terminal, name)
  }
}
