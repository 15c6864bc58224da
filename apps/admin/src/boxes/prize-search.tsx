// biome-ignore-all lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: the field has the focus and takes the keys
// biome-ignore-all lint/a11y/useSemanticElements: a select element cannot be searched

import type { AdminItemRow } from '@coffer/contract/admin'
import { FILTER_TEXT_CHARACTERS } from '@coffer/contract/list'
import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { api } from '../api/api.ts'
import type { Filters } from '../list/list-texts.tsx'
import { trimmedTexts, useSettledTexts } from '../list/use-settled-texts.ts'
import { STOCK_STATUS_TEXT } from '../text/items.ts'
import { count, money } from '../text/numbers.ts'
import { Chip } from '../ui/chip.tsx'
import { FailureAlert } from '../ui/failure-alert.tsx'
import { isComposing } from '../ui/shortcuts.tsx'
import classes from './prize-search.module.css'
import { chanceId } from './use-row-edits.ts'
import type { DraftRow } from './version-draft.ts'

const SHOWN_ITEMS = 20

type Props = {
  /** ID of the field. */
  id: string
  rows: readonly DraftRow[]
  operator: string | null
  isBusy: boolean
  onAdd: (item: AdminItemRow) => void
}

/** A field that searches the items of the catalogue, and adds the chosen one as a prize. */
export function PrizeSearch({ id, rows, operator, isBusy, onAdd }: Props) {
  const search = useSearchField({ rows, operator, isBusy, onAdd })
  const { isOpen, options, prizeIds, selected, listId, error } = search
  const hasList = isOpen && options.length > 0
  return (
    <div className={classes.search}>
      <TextInput
        id={id}
        label="Add a prize"
        description="Search the items of the catalogue by name or key."
        role="combobox"
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-expanded={hasList}
        aria-controls={hasList ? listId : undefined}
        aria-activedescendant={search.selectedElement}
        autoComplete="off"
        autoCapitalize="off"
        autoCorrect="off"
        spellCheck={false}
        maxLength={FILTER_TEXT_CHARACTERS}
        value={search.text}
        readOnly={isBusy}
        onChange={({ currentTarget }) => search.show(currentTarget.value)}
        onClick={search.open}
        onKeyDown={search.onKeyDown}
        onBlur={search.close}
      />
      {isOpen && error === null && (
        // Pressing the mouse keeps the focus in the field.
        <div className={classes.results} onMouseDown={(event) => event.preventDefault()}>
          {hasList && (
            <div id={listId} className={classes.list} role="listbox" aria-label="Items">
              {options.map((item) => (
                <Option
                  key={item.itemId}
                  id={`${listId}${item.itemId}`}
                  item={item}
                  isSelected={item === selected}
                  isPrize={prizeIds.has(item.itemId)}
                  onChoose={search.choose}
                />
              ))}
            </div>
          )}
          <p className={classes.note} role="status">
            {noteOf(search.found, prizeIds)}
          </p>
        </div>
      )}
      {error !== null && (
        <FailureAlert error={error}>
          <Button onClick={search.retry}>Try again</Button>
        </FailureAlert>
      )}
    </div>
  )
}

/** The state of the field, and what its keys do. */
function useSearchField({ rows, operator, isBusy, onAdd }: Omit<Props, 'id'>) {
  const [texts, setTexts] = useState<Filters>({})
  const [isOpen, setOpen] = useState(false)
  const [selectedId, setSelectedId] = useState<number | null>(null)
  // Enter was pressed before the items arrived.
  const [isChoosing, setChoosing] = useState(false)
  const listId = useId()
  const { found, error, retry } = useItemSearch(texts, operator, isOpen)
  const options = found ?? []
  const prizeIds = new Set(rows.map(({ itemId }) => itemId))
  const first = options.find(({ itemId }) => !prizeIds.has(itemId)) ?? options[0]
  const selected = options.find(({ itemId }) => itemId === selectedId) ?? first
  const selectedElement = isOpen && selected ? `${listId}${selected.itemId}` : undefined
  useEffect(() => {
    if (selectedElement) document.getElementById(selectedElement)?.scrollIntoView({ block: 'nearest' })
  }, [selectedElement])
  const show = (text: string) => {
    setTexts(text === '' ? {} : { search: text })
    setSelectedId(null)
    setChoosing(false)
    setOpen(!isBusy)
  }
  const choose = (item: AdminItemRow) => {
    setTexts({})
    setOpen(false)
    setChoosing(false)
    if (prizeIds.has(item.itemId)) document.getElementById(chanceId(item.itemId))?.focus()
    else onAdd(item)
  }
  const isReady = isChoosing && isOpen && found !== null
  // biome-ignore lint/correctness/useExhaustiveDependencies: the arrival of the items is what triggers it
  useEffect(() => {
    if (!isReady) return
    setChoosing(false)
    if (selected !== undefined) choose(selected)
  }, [isReady])
  const onKeyDown = (event: KeyboardEvent) => {
    if (isBusy || isComposing(event.nativeEvent)) return
    if (event.key === 'Escape' && isOpen) setOpen(false)
    else if (event.key === 'Enter' && isOpen && selected) choose(selected)
    else if (event.key === 'Enter' && isOpen) setChoosing(texts.search !== undefined)
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      if (isOpen) setSelectedId(neighbourOf(options, selected, event.key === 'ArrowDown' ? 1 : -1))
      setOpen(true)
    } else if (event.key !== 'Enter') return
    // The Enter key would submit the form.
    event.preventDefault()
  }
  const state = { text: texts.search ?? '', isOpen, found, options, prizeIds, selected, selectedElement, listId, error }
  return { ...state, show, choose, onKeyDown, retry, open: () => setOpen(!isBusy), close: () => setOpen(false) }
}

/** Items of the catalogue that match the text; `found` is null while they are not known. */
function useItemSearch(texts: Filters, operator: string | null, isEnabled: boolean) {
  const settled = useSettledTexts(texts)
  const isSettled = settled.search === trimmedTexts(texts).search
  const { data, error, refetch } = useQuery({
    queryKey: ['prize-search', operator, settled],
    queryFn: async () => {
      const filters = { status: 'active', ...settled, operator: operator ?? undefined } as const
      return (await api.call('listItems', { body: { ...filters, sort: 'name', limit: SHOWN_ITEMS } })).items
    },
    enabled: isEnabled && isSettled,
  })
  return { found: isSettled ? (data ?? null) : null, error, retry: () => void refetch() }
}

/** The ID of the next or the previous option. The last one is followed by the first. */
function neighbourOf(options: readonly AdminItemRow[], selected: AdminItemRow | undefined, by: 1 | -1): number | null {
  if (selected === undefined) return null
  const at = (options.indexOf(selected) + by) % options.length
  return options.at(at)?.itemId ?? null
}

function noteOf(found: readonly AdminItemRow[] | null, prizeIds: ReadonlySet<number>): string {
  if (found === null) return 'Searching…'
  if (found.length === 0) return 'No items match.'
  if (found.length === SHOWN_ITEMS) {
    return `The first ${SHOWN_ITEMS} items are shown. Enter more of the name to find others.`
  }
  if (found.every(({ itemId }) => prizeIds.has(itemId))) {
    return 'The items that match are prizes already. Search for others.'
  }
  return found.length === 1 ? '1 item' : `${count(found.length)} items`
}

type OptionProps = {
  id: string
  item: AdminItemRow
  isSelected: boolean
  /** True for a prize of the draft, which cannot be chosen again. */
  isPrize: boolean
  onChoose: (item: AdminItemRow) => void
}

function Option({ id, item, isSelected, isPrize, onChoose }: OptionProps) {
  const { name, valueMinor, currency, stock } = item
  return (
    <div
      id={id}
      className={classes.option}
      role="option"
      aria-selected={isSelected}
      aria-disabled={isPrize}
      onClick={() => onChoose(item)}
    >
      <span className={classes.name}>{name}</span>
      {isPrize && <span>Already a prize</span>}
      {stock === 0 && <Chip tone="bad">{STOCK_STATUS_TEXT.out_of_stock}</Chip>}
      <span>{money(valueMinor, currency)}</span>
    </div>
  )
}
