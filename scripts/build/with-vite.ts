import type { InlineConfig } from 'vite'

/** Vite sets NODE_ENV for the whole process, which is not its to choose here. */
export async function buildWithVite(config: InlineConfig): Promise<void> {
  const { build } = await import('vite')
  const before = process.env.NODE_ENV
  try {
    await build({ logLevel: 'warn', ...config })
  } finally {
    if (before === undefined) delete process.env.NODE_ENV
    else process.env.NODE_ENV = before
  }
}
