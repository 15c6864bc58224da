import { needsOperator, queryStringOf } from '../list/list-state.ts'
import { offeredOptions } from '../list/list-text.ts'
import type { Filters } from '../list/list-texts.tsx'
import { operatorPath } from '../list/operator-path.ts'
import type { IconName } from '../ui/icon.tsx'
import { type Command, GROUPS, matching } from './command.ts'
import { SEARCHABLE_LISTS } from './searchable-lists.ts'

export const MAX_RESULTS = 50

export type PaletteScreen = {
  readonly path: string
  readonly label: string
  readonly icon: IconName
  /** True when the screen is about the viewer alone and does not depend on the operator. */
  readonly isOfViewer?: true
}

/** The data that commands are made from. */
export type CommandSource = {
  /** The screens that the viewer may open. */
  readonly screens: readonly PaletteScreen[]
  /** True for staff of the platform. */
  readonly isPlatform: boolean
  /** Slug of the operator that staff of the platform have chosen on the current screen; null when there is none. */
  readonly operator: string | null
  /** The operators that the viewer may choose from; empty for staff of an operator. */
  readonly operators: readonly { readonly slug: string; readonly name: string }[]
}

/** The results for a query in the order of the page, at most 50. An empty query shows the screens and the actions. */
export function resultsOf(source: CommandSource, query: string): Command[] {
  const text = query.trim()
  if (text === '') return [...screenCommands(source), ...ACTIONS]
  const withQuery = [...idCommands(source, text), ...searchCommands(source, text)]
  const found = matching(commandsOf(source), text).slice(0, MAX_RESULTS - withQuery.length)
  return [...withQuery, ...found].sort((one, other) => GROUPS.indexOf(one.group) - GROUPS.indexOf(other.group))
}

/** The commands that do not contain the query. */
function commandsOf(source: CommandSource): Command[] {
  return [...screenCommands(source), ...listCommands(source), ...operatorCommands(source), ...ACTIONS]
}

const ACTIONS: readonly Command[] = [
  colourAction('light', 'Colour scheme: Light'),
  colourAction('dark', 'Colour scheme: Dark'),
  colourAction('auto', 'Colour scheme: System'),
  { id: 'help', group: 'Actions', label: 'Keyboard shortcuts', icon: 'keyboard', effect: { run: 'help' } },
]

function colourAction(run: 'light' | 'dark' | 'auto', label: string): Command {
  const keywords = 'color theme dark light mode'
  return { id: run, group: 'Actions', label, keywords, icon: 'contrast', effect: { run } }
}

function screenCommands({ screens, operator, operators }: CommandSource): Command[] {
  return screens.map(({ path, label, icon, isOfViewer }) => {
    const command = { id: path, group: 'Screens', label, icon } as const
    if (isOfViewer || operator === null) return { ...command, effect: { path } }
    return { ...command, detail: nameOf(operator, operators), effect: { path: operatorPath(path, operator) } }
  })
}

function nameOf(slug: string, operators: CommandSource['operators']): string {
  return operators.find((one) => one.slug === slug)?.name ?? slug
}

/** A command for each option that a list offers in its choices. It opens the list with no other filter but the operator. */
function listCommands(source: CommandSource): Command[] {
  return listsOf(source).flatMap(({ screen, list, text, pathWith }) =>
    Object.entries(list.filters).flatMap(([name, filter]) => {
      if (filter.kind !== 'choice') return []
      return offeredOptions(text, name, filter.options).map(
        ({ value, label }): Command => ({
          id: `${screen.path}:${name}:${value}`,
          group: 'Lists',
          label: `${screen.label}: ${label}`,
          detail: detailOf(source, text.filters[name]),
          icon: screen.icon,
          effect: { path: pathWith({ [name]: value }), texts: {} },
        }),
      )
    }),
  )
}

/** The name of the filter, and the operator that the list is opened for. */
function detailOf({ operator, operators }: CommandSource, filter: string | undefined): string {
  return [filter, operator !== null && nameOf(operator, operators)].filter(Boolean).join(', ')
}

/** The lists that the viewer can read now, without those that need an operator while none is chosen. */
function listsOf({ screens, isPlatform, operator }: CommandSource) {
  return SEARCHABLE_LISTS.flatMap((one) => {
    const screen = screens.find(({ path }) => path === one.path)
    if (screen === undefined || (isPlatform && operator === null && needsOperator(one.list))) return []
    const { list, noun, textOf } = one
    const scope: Filters = operator === null ? {} : { operator }
    const pathWith = (filters: Filters) =>
      screen.path + queryStringOf(list, { filters: { ...filters, ...scope }, sort: list.sorts[0], cursor: null })
    return [{ screen, list, noun, text: textOf(isPlatform && operator === null), pathWith }]
  })
}

function operatorCommands({ screens, operators }: CommandSource): Command[] {
  const offered = screens.filter(({ isOfViewer }) => !isOfViewer)
  return operators.flatMap(({ slug, name }) =>
    offered.map(
      ({ path, label, icon }): Command => ({
        id: `${path}:of:${slug}`,
        group: 'Operators',
        label: `${name}: ${label}`,
        keywords: slug,
        icon,
        effect: { path: operatorPath(path, slug) },
      }),
    ),
  )
}

const ROUND_ID = /^rnd_[0-9a-hjkmnp-tv-z]{26}$/i
const ORDER_ID = /^ord_[0-9a-hjkmnp-tv-z]{26}$/i
const DELIVERY_ID = /^whd_[1-9]\d{0,14}$/i
const NUMBER = /^(?:no\.?\s*|#\s*)?([1-9]\d{0,14})$/i

/** Commands that open a row by its ID. Verifications are numbered across all operators, the rows of other lists belong to one operator. */
function idCommands(source: CommandSource, text: string): Command[] {
  const { screens, isPlatform, operator, operators } = source
  const number = NUMBER.exec(text)?.[1]
  const roundId = ROUND_ID.test(text) ? text.toLowerCase() : undefined
  const orderId = ORDER_ID.test(text) ? text.toLowerCase() : undefined
  const deliveryId = DELIVERY_ID.test(text) ? text.toLowerCase() : undefined
  const open = (path: string, id: string | undefined, name: string, slug: string | null): Command[] => {
    const screen = screens.find((one) => one.path === path)
    if (screen === undefined || id === undefined) return []
    const effect = { path: operatorPath(`${path}/${id}`, slug) }
    const detail = slug === null ? undefined : nameOf(slug, operators)
    return [{ id: `${path}/${id}`, group: 'Open by ID', label: `${name} ${id}`, detail, icon: screen.icon, effect }]
  }
  // These are read by operator.
  const ofOperator = [
    ...open('/rounds', roundId, 'Round', operator),
    ...open('/orders', orderId, 'Order', operator),
    ...open('/deliveries', deliveryId, 'Delivery', operator),
  ]
  return [
    ...(isPlatform && operator === null ? [] : ofOperator),
    ...open('/kyc', number, 'Verification No.', null),
    ...open('/audit', number, 'Audit log entry', operator),
  ]
}

/** A command for each text filter of each list, which searches for the query. Rows of every status are searched. */
function searchCommands(source: CommandSource, query: string): Command[] {
  return listsOf(source).flatMap(({ screen, list, noun, text, pathWith }) =>
    Object.entries(list.filters)
      .filter(([, { kind }]) => kind === 'text')
      .map(([name]) => ({
        id: `${screen.path}:${name}`,
        group: 'Search',
        label: `Search ${noun}: “${query}”`,
        detail: detailOf(source, text.filters[name]),
        icon: 'search',
        effect: { path: pathWith({}), texts: { [name]: query } },
      })),
  )
}
