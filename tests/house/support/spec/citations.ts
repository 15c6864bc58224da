import { placeOf, type SourceFile } from '../source-tree.ts'

/** The books by the names that they are cited by. */
export const BOOKS = {
  interface: 'docs/spec/interface.md',
  decisions: 'docs/spec/decisions.md',
  'money protocol': 'docs/spec/money-protocol.md',
  'wallet conformance': 'docs/spec/wallet-conformance.md',
} as const

/** The numbers of sections that each book has, and of the rules in each section; a case is a rule of any section. */
type Book = ReadonlyMap<string, ReadonlySet<string>>
export type Books = ReadonlyMap<string, Book>

const HEADING = /^#{2,3} (\d+(?:\.\d+)?)\.? /
const RULE = /^(\d+)\. /

export function booksOf(files: readonly SourceFile[]): Books {
  return new Map(
    Object.entries(BOOKS).map(([name, path]) => [
      name,
      sectionsOf(files.find((file) => file.path === path)?.text ?? ''),
    ]),
  )
}

function sectionsOf(text: string): Book {
  const sections = new Map<string, Set<string>>()
  let rules = new Set<string>()
  for (const line of text.split('\n')) {
    const [, section] = line.match(HEADING) ?? []
    const [, rule] = line.match(RULE) ?? []
    if (section !== undefined) {
      rules = new Set()
      sections.set(section, rules)
    } else if (/^#{2,3} /.test(line)) rules = new Set()
    if (rule !== undefined) rules.add(rule)
  }
  return sections
}

/** Where words end and a comment or a line goes on: `decisions` at the end of one line, its section at the beginning of the next. */
const GAP = '(?:\\s|\\n\\s*\\*|\\n\\s*//)+'
const SECTION = '§(?<section>\\d+(?:\\.\\d+)?)(?:-(?<last>\\d+\\.\\d+))?(?: rules? (?<rule>\\d+))?'
const NAME = `\\b(?<book>interface|decisions|money protocol)${GAP}`
const NEXT = `(?<next>,? (?:and|or) |, |; )`
const CITED = new RegExp(`(?:${NAME}|${NEXT})?${SECTION}|wallet conformance cases? (?<case>\\d+)`, 'gi')

/** Spellings that are no citations: a number without its sign, or a section named in words. */
const OTHERWISE = [
  new RegExp(`\\b(?:interface|decisions|money protocol)\\b,?${GAP}\\(?(?:sections? )?\\d+(?:\\.\\d+)?\\b`, 'gi'),
  /(?<!part \d, )\bsections? \d+(?:\.\d+)?\b(?! of\b)/gi,
  /\.\.\/shared\b|\bservice-interface\b|\bhouse\.md\b/g,
]

/** Citations that lead nowhere, or that are spelled otherwise than the books say, each with its place. */
export function wrongCitations(files: readonly SourceFile[], books: Books): string[] {
  return files.flatMap((file) => [...wrongSections(file, books), ...otherSpellings(file)])
}

function wrongSections(file: SourceFile, books: Books): string[] {
  const own = Object.entries(BOOKS).find(([, path]) => path === file.path)?.[0]
  let book = own
  let end = -1
  return [...file.text.matchAll(CITED)].flatMap((match) => {
    const { book: named, section, last, rule, case: number, next } = match.groups as Record<string, string | undefined>
    const isNext = next === undefined ? false : match.index === end
    book = named?.toLowerCase() ?? (isNext ? book : own)
    end = match.index + match[0].length
    const place = placeOf(file, match.index)
    if (number !== undefined) return hasCase(books, number) ? [] : [`${place} cites case ${number}, which is not there`]
    if (book === undefined) return [`${place} cites ${match[0].trim()} without its book`]
    const sections = books.get(book)
    return [section, last].flatMap((one) => {
      if (one === undefined) return []
      const rules = sections?.get(one)
      if (rules === undefined) return [`${place} cites ${book} §${one}, which is not there`]
      return rule === undefined || rules.has(rule)
        ? []
        : [`${place} cites ${book} §${one} rule ${rule}, which is not there`]
    })
  })
}

function hasCase(books: Books, number: string): boolean {
  return [...(books.get('wallet conformance')?.values() ?? [])].some((cases) => cases.has(number))
}

function otherSpellings(file: SourceFile): string[] {
  return OTHERWISE.flatMap((spelling) =>
    [...file.text.matchAll(spelling)].map(
      (match) => `${placeOf(file, match.index)} cites in another way than \`interface §4.6 rule 9\`: ${match[0]}`,
    ),
  )
}
