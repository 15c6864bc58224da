import { Checkbox } from '@mantine/core'
import classes from './check-group.module.css'

type Props<T extends string> = {
  label: string
  /** In the order of the page. */
  options: readonly T[]
  text: Readonly<Record<T, { readonly name: string; readonly description: string }>>
  chosen: readonly T[]
  isDisabled?: boolean
  /** Called with the chosen options in the order of the page. */
  onChange: (chosen: T[]) => void
}

/** A group of check boxes, each with a description. */
export function CheckGroup<T extends string>({ label, options, text, chosen, isDisabled, onChange }: Props<T>) {
  return (
    <fieldset className={classes.group} disabled={isDisabled}>
      <legend className={classes.legend}>{label}</legend>
      {options.map((option) => (
        <Checkbox
          key={option}
          label={text[option].name}
          description={text[option].description}
          checked={chosen.includes(option)}
          disabled={isDisabled}
          onChange={({ currentTarget: { checked } }) =>
            onChange(options.filter((one) => (one === option ? checked : chosen.includes(one))))
          }
        />
      ))}
    </fieldset>
  )
}
