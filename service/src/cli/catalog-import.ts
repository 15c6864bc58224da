import { dirname, resolve } from 'node:path'
import { type CatalogueFile, catalogueFile } from '@coffer/contract/catalogue-file'
import { importCatalogue, isUpgraderPrize } from '../catalog/index.ts'
import { messagesByPath, Refusal } from '../kernel/index.ts'
import { BY_WORDS, statedByOf } from './colleague.ts'
import type { Command } from './command.ts'
import { readJsonFile } from './options.ts'
import { say } from './say.ts'
import { ACTOR, operatorOf, withContext } from './with-context.ts'

type ImportOptions = { operator: string; allowRtpOutside?: boolean; by?: string }

export function addCatalog(program: Command): void {
  program
    .command('catalog')
    .description('items and boxes')
    .command('import')
    .description('bring an operator\u2019s catalogue to what a file says; the same file again changes nothing')
    .argument('<file>', 'images are found beside it')
    .requiredOption('--operator <slug>')
    .option(
      '--allow-rtp-outside',
      'also boxes that return less or more than the settings allow; the audit log names them',
    )
    .option('--by <email>', BY_WORDS)
    .action(async (path: string, options: ImportOptions, command: Command) => {
      const file = readCatalogue(await readJsonFile(path))
      const imported = await withContext(command, async (ctx) => {
        const { operatorId } = await operatorOf(ctx, options.operator)
        const rtpOverrideBy = options.allowRtpOutside ? ACTOR : null
        const statedBy = await statedByOf(ctx, options.by)
        return importCatalogue(ctx, operatorId, file, dirname(resolve(path)), { rtpOverrideBy, statedBy })
      })
      const [items, boxes] = [Object.keys(imported.items).length, Object.keys(imported.boxes).length]
      const warnings = warningsOf(file)
      say(
        command,
        warnings.length === 0 ? imported : { ...imported, warnings },
        `${items} items and ${boxes} boxes stand in the catalogue of ${options.operator}.`,
      )
      if (!command.optsWithGlobals().json) for (const warning of warnings) command.console.error(`Warning: ${warning}`)
    })
}

/** What is allowed and has no effect. */
function warningsOf({ items }: CatalogueFile): string[] {
  return items
    .filter(
      ({ upgraderPrize = false, type }) => upgraderPrize && !isUpgraderPrize({ upgraderPrize, type, archived: false }),
    )
    .map(
      ({ key, type }) =>
        `${key} is ${type}: it is never a prize of the Upgrader, which holds physical and digital items.`,
    )
}

function readCatalogue(value: unknown) {
  const read = catalogueFile.safeParse(value)
  if (read.success) return read.data
  const fields = messagesByPath(
    read.error.issues.map(({ path, message }) => [path.map(String).join('.') || 'file', message]),
  )
  throw new Refusal('VALIDATION_FAILED', { fields })
}
