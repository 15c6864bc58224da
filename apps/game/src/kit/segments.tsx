/** One of a few, side by side. */
type Props<Value extends string | number> = {
  /** Of the radio buttons, unique on the page. */
  name: string
  values: readonly Value[]
  chosen: Value | null
  label: (value: Value) => string
  choose: (value: Value) => void
  layout?: 'is-even' | 'is-spread'
}

export function Segments<Value extends string | number>({ name, values, chosen, label, choose, layout }: Props<Value>) {
  return (
    <div class={layout ? `segments ${layout}` : 'segments'}>
      {values.map((value) => (
        <label key={value} class="segment">
          <input type="radio" name={name} value={value} checked={value === chosen} onChange={() => choose(value)} />
          <span>{label(value)}</span>
        </label>
      ))}
    </div>
  )
}
