import { proofsOf, type Row, type Section } from './proof.ts'

const HEAD = [
  '# What shows the interface',
  '',
  'Every endpoint, event, error code, limit, state and move of [the interface](../spec/interface.md) and [its decisions](../spec/decisions.md), and the test that shows it. `…` in a title stands for a value that differs from test',
  'to test. A row without a test, and one whose test is gone, fails `npm run check`.',
]

/** The text of `docs/reference/coverage.md`. */
export function coveragePage(sections: readonly Section[]): string {
  return `${[...HEAD, ...sections.flatMap(tableOf)].join('\n')}\n`
}

function tableOf({ title, rows }: Section): string[] {
  return ['', `## ${title}`, '', '| What | Shown by | The guarantee |', '|---|---|---|', ...rows.map(lineOf)]
}

function lineOf({ name, entry }: Row): string {
  const what = name.includes('`') || / [a-z]/.test(name) ? name : `\`${name}\``
  const proofs = proofsOf(entry)
  const files = proofs.map(([file]) => `[${file}](../../tests/${file}.test.ts)`)
  return `| ${[what, files.join('<br>'), proofs.map(([, title]) => title).join('<br>')].join(' | ')} |`
}
