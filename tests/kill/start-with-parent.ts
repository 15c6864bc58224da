type Running = { ready: object; close(): Promise<void> }

/** Runs a process of the kill test: says when it is ready, and ends in good order on TERM or when whoever started it is gone. */
export async function startWithParent(start: () => Promise<Running>): Promise<void> {
  const { ready, close } = await start()
  const end = () => {
    close().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error)
        process.exit(1)
      },
    )
  }
  process.once('SIGTERM', end)
  process.once('disconnect', end)
  process.send?.({ ready })
}
