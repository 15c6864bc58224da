import { FILTER_TEXT_CHARACTERS } from '@coffer/contract/list'
import { Kbd, Text, TextInput, useMantineColorScheme } from '@mantine/core'
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { useSetListTexts } from '../list/list-texts.tsx'
import { openDialogs } from '../ui/dialog.tsx'
import { Icon } from '../ui/icon.tsx'
import { useNotice } from '../ui/notice.tsx'
import { isComposing } from '../ui/shortcuts.tsx'
import type { Command } from './command.ts'
import { type PaletteScreen, resultsOf } from './commands.ts'
import classes from './palette.module.css'
import { PaletteResults } from './palette-results.tsx'
import { useCommandSource } from './use-command-source.ts'

export type PaletteProps = {
  screens: readonly PaletteScreen[]
  onClose: () => void
  /** Closes the palette when a screen is about to be opened. */
  onOpenScreen: () => void
  onHelp: () => void
}

/** The content of the command palette: a field, and the commands that match it. */
export function Palette(props: PaletteProps) {
  const [query, setQuery] = useState('')
  const [selectedId, setSelectedId] = useState<string | null>(null)
  const source = useCommandSource(props.screens)
  const results = useMemo(() => resultsOf(source, query), [source, query])
  // By its ID: results that are added later do not change a selection made with the arrow keys. Without one, the first result is selected.
  const selected = results.find(({ id }) => id === selectedId) ?? results[0]
  const choose = useChoice(props)
  const field = useFocusedField()
  const listId = useId()
  const selectedElement = selected && `${listId}${selected.id}`
  useEffect(() => {
    if (selectedElement) document.getElementById(selectedElement)?.scrollIntoView({ block: 'nearest' })
  }, [selectedElement])
  const search = (text: string) => {
    setQuery(text)
    setSelectedId(null)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (selected === undefined || isComposing(event.nativeEvent) || hasModifier(event)) return
    const next = nextOf(event.key, results, selected)
    if (event.key !== 'Enter' && next === undefined) return
    event.preventDefault()
    if (next !== undefined) setSelectedId(next.id)
    // An Enter key that is still held down from pressing the search button chooses nothing.
    else if (!event.repeat) choose(selected)
  }
  return (
    <>
      <TextInput
        ref={field}
        className={classes.field}
        value={query}
        onChange={({ currentTarget }) => search(currentTarget.value)}
        onKeyDown={onKeyDown}
        leftSection={<Icon name="search" />}
        placeholder="Screen, list, number or text"
        aria-label="Search or go to"
        role="combobox"
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-expanded={results.length > 0}
        aria-controls={results.length > 0 ? listId : undefined}
        aria-activedescendant={selectedElement}
        autoComplete="off"
        autoCapitalize="off"
        autoCorrect="off"
        maxLength={FILTER_TEXT_CHARACTERS}
        spellCheck={false}
        enterKeyHint="go"
        data-autofocus
      />
      <PaletteResults results={results} selected={selected} query={query} listId={listId} onChoose={choose} />
      <Text size="xs" c="dimmed" className={classes.keys}>
        <Kbd>Up</Kbd> <Kbd>Down</Kbd> to choose, <Kbd>Enter</Kbd> to open, <Kbd>Esc</Kbd> to close
      </Text>
    </>
  )
}

/** The field, which takes the focus when it is shown, unless another dialog has opened above it meanwhile. */
function useFocusedField() {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (openDialogs().at(-1)?.contains(field.current)) field.current?.focus({ preventScroll: true })
  }, [])
  return field
}

/** Carries out a command. Like following a link, it removes the notice about the last action. */
function useChoice({ onClose, onOpenScreen, onHelp }: PaletteProps): (command: Command) => void {
  // Pausing transitions adds a style element, which the content security policy refuses.
  const { setColorScheme } = useMantineColorScheme({ keepTransitions: true })
  const setListTexts = useSetListTexts()
  const notice = useNotice()
  const [, navigate] = useLocation()
  return ({ effect }) => {
    notice.show('')
    if ('run' in effect) {
      onClose()
      if (effect.run === 'help') onHelp()
      else setColorScheme(effect.run)
      return
    }
    const { path, texts } = effect
    const [listPath = path] = path.split('?')
    if (texts) setListTexts(listPath, texts)
    onOpenScreen()
    navigate(path)
  }
}

function hasModifier({ ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return ctrlKey || metaKey || altKey || shiftKey
}

/** The result that a key selects; undefined when the key selects none. The arrow keys lead from the last result to the first and back. */
function nextOf(key: string, results: readonly Command[], selected: Command): Command | undefined {
  const at = results.indexOf(selected)
  switch (key) {
    case 'ArrowDown':
      return results[(at + 1) % results.length]
    case 'ArrowUp':
      return results.at(at - 1)
  }
}
