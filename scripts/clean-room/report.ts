/** Runs the steps of a scene one after the other, with a line for each; the rest of a scene is left out once one failed. */
export type Report = { step(name: string, work: () => Promise<void>): Promise<void>; failedCount(): number }

/** The scene cannot go on; its reason is already printed. */
export class StepFailed extends Error {}

export function startReport(): Report {
  let failed = 0
  return {
    failedCount: () => failed,
    step: async (name, work) => {
      const began = performance.now()
      const tell = (word: string) =>
        console.log(`${word} ${name} (${((performance.now() - began) / 1000).toFixed(1)} s)`)
      try {
        await work()
        tell('PASS')
      } catch (error) {
        failed += 1
        tell('FAIL')
        console.log(`     ${error instanceof Error ? error.message : error}`)
        throw new StepFailed(name)
      }
    },
  }
}
