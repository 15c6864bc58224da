// biome-ignore-all lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: the field has the focus and takes the keys
// biome-ignore-all lint/a11y/useSemanticElements: a list box contains no field sets

import { useId } from 'react'
import { Icon } from '../ui/icon.tsx'
import { type Command, GROUPS } from './command.ts'
import { MAX_RESULTS } from './commands.ts'
import classes from './palette.module.css'

type Props = {
  results: readonly Command[]
  selected: Command | undefined
  query: string
  /** The ID of the list; followed by the ID of a command, that of an option. */
  listId: string
  onChoose: (command: Command) => void
}

/** The results of the palette under their headings. The field keeps the focus, and names the selected result as its active descendant. */
export function PaletteResults({ results, selected, query, listId, onChoose }: Props) {
  return (
    <>
      {results.length === 0 ? (
        <p className={classes.empty}>Nothing matches “{query.trim()}”.</p>
      ) : (
        <div id={listId} className={classes.results} role="listbox" aria-label="Results">
          {GROUPS.map((group) => (
            <ResultGroup
              key={group}
              group={group}
              results={results.filter((one) => one.group === group)}
              selected={selected}
              listId={listId}
              onChoose={onChoose}
            />
          ))}
        </div>
      )}
      {results.length >= MAX_RESULTS && (
        <p className={classes.more}>The first {MAX_RESULTS} results are shown. Add a word to find others.</p>
      )}
      <p className="visually-hidden" role="status">
        {countText(results.length)}
      </p>
    </>
  )
}

function countText(count: number): string {
  if (count === 0) return 'No results'
  if (count >= MAX_RESULTS) return `First ${MAX_RESULTS} results`
  return count === 1 ? '1 result' : `${count} results`
}

type GroupProps = Omit<Props, 'query'> & { group: string }

function ResultGroup({ group, results, selected, listId, onChoose }: GroupProps) {
  const headingId = useId()
  if (results.length === 0) return null
  return (
    // Pressing the mouse keeps the focus in the field.
    <div role="group" aria-labelledby={headingId} onMouseDown={(event) => event.preventDefault()}>
      <div id={headingId} className={classes.heading}>
        {group}
      </div>
      {results.map((command) => (
        <div
          key={command.id}
          id={`${listId}${command.id}`}
          className={classes.option}
          role="option"
          aria-selected={command === selected}
          onClick={() => onChoose(command)}
        >
          <Icon name={command.icon} />
          <span className={classes.label}>{command.label}</span>
          {command.detail !== undefined && <span className={classes.detail}>{command.detail}</span>}
        </div>
      ))}
    </div>
  )
}
