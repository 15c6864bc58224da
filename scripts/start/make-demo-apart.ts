import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { MadeDemo } from '../demo/make-demo.ts'
import type { DemoWish } from '../demo/past.ts'
import { DEMO_ENTRY } from './settings.ts'

/** Makes the demo in a process of its own, whose memory is free again when it is made. Rejects when the signal aborts. */
export async function makeDemoApart(wish: DemoWish, signal: AbortSignal): Promise<MadeDemo> {
  signal.throwIfAborted()
  const { projectDir } = wish.settings
  const child = fork(join(projectDir, DEMO_ENTRY), { cwd: projectDir, detached: true })
  signal.addEventListener('abort', () => child.kill())
  let made: MadeDemo | undefined
  child.on('message', (message) => {
    made = message as MadeDemo
  })
  child.send(wish)
  const [code] = await once(child, 'exit')
  signal.throwIfAborted()
  if (!made) throw new Error(`the demo was not made (exit code ${code})`)
  return made
}
