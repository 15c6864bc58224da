/** What a process of a bench does when whoever started it asks. */
export type Answers = Record<string, (value: unknown) => unknown>

type Question = { id: number; name: string; value: unknown }

/** Says that the process is ready, answers questions, and ends in good order when whoever started it asks or is gone. */
export async function serveParent(
  start: () => Promise<{ url: string; answers?: Answers; close(): Promise<unknown> }>,
): Promise<void> {
  const { url, answers = {}, close } = await start()
  const end = () => void close().finally(() => process.exit(0))
  process.once('SIGTERM', end)
  process.once('disconnect', end)
  const all: Answers = { ...answers, cpuMs }
  process.on('message', async ({ id, name, value }: Question) => {
    process.send?.({ id, answer: await all[name]?.(value) })
  })
  process.send?.({ url })
}

/** CPU time that the process has used so far, in milliseconds. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
