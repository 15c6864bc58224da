import { dirname, resolve } from 'node:path'
import { catalogueFile } from '@coffer/contract/catalogue-file'
import type { Command } from 'commander'
import { importCatalogue } from '../catalog/index.ts'
import { Refusal } from '../kernel/index.ts'
import { readJsonFile } from './read-json-file.ts'
import { say } from './say.ts'
import { operatorOf, withContext } from './with-context.ts'

export function addCatalog(program: Command): void {
  program
    .command('catalog')
    .description('items and boxes')
    .command('import')
    .description('bring an operator\u2019s catalogue to what a file says; the same file again changes nothing')
    .argument('<file>', 'images are found beside it')
    .requiredOption('--operator <slug>')
    .action(async (path: string, options: { operator: string }, command: Command) => {
      const file = readCatalogue(await readJsonFile(path))
      const imported = await withContext(async (ctx) => {
        const { operatorId } = await operatorOf(ctx, options.operator)
        return importCatalogue(ctx, operatorId, file, dirname(resolve(path)))
      })
      const [items, boxes] = [Object.keys(imported.items).length, Object.keys(imported.boxes).length]
      say(command, imported, `${items} items and ${boxes} boxes stand in the catalogue of ${options.operator}.`)
    })
}

function readCatalogue(value: unknown) {
  const read = catalogueFile.safeParse(value)
  if (read.success) return read.data
  const fields: Record<string, string[]> = {}
  for (const issue of read.error.issues) {
    const path = issue.path.map(String).join('.') || 'file'
    fields[path] = [...(fields[path] ?? []), issue.message]
  }
  throw new Refusal('VALIDATION_FAILED', { fields })
}
