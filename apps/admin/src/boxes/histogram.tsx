import { count } from '../text/numbers.ts'
import classes from './histogram.module.css'

/** A row of a histogram. */
export type HistogramRow = {
  readonly label: string
  readonly count: number
  /** The expected count and its text. */
  readonly expected?: { readonly count: number; readonly text: string }
  /** True if the bar is coloured. */
  readonly isColoured?: boolean
}

type Props = {
  title: string
  /** Heads of the columns. */
  heads: { readonly label: string; readonly count: string; readonly expected?: string }
  rows: readonly HistogramRow[]
}

/** A table whose counts are also shown as bars. */
export function Histogram({ title, heads, rows }: Props) {
  const largest = Math.max(1, ...rows.map((row) => Math.max(row.count, row.expected?.count ?? 0)))
  const part = (value: number) => `calc(${value / largest} * 100%)`
  return (
    <table className={classes.table}>
      <caption>{title}</caption>
      <thead>
        <tr>
          <th scope="col">{heads.label}</th>
          {/* The bars repeat the numbers of the next columns. */}
          <td aria-hidden="true">
            {heads.expected !== undefined && (
              <span className={classes.legend}>
                <span className={classes.line} />
                Expected
              </span>
            )}
          </td>
          <th scope="col">{heads.count}</th>
          {heads.expected !== undefined && <th scope="col">{heads.expected}</th>}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.label}>
            <th scope="row">{row.label}</th>
            <td className={classes.track} aria-hidden="true">
              <div className={classes.bars}>
                {row.count > 0 && (
                  <div
                    className={row.isColoured ? `${classes.bar} ${classes.coloured}` : classes.bar}
                    style={{ inlineSize: part(row.count) }}
                  />
                )}
                {row.expected !== undefined && row.expected.count > 0 && (
                  <div className={classes.line} style={{ insetInlineStart: part(row.expected.count) }} />
                )}
              </div>
            </td>
            <td>{count(row.count)}</td>
            {row.expected !== undefined && <td>{row.expected.text}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
