import { useComputedColorScheme } from '@mantine/core'
import { useEffect, useRef } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { money } from '../text/numbers.ts'
import { axisMoment } from '../text/time.ts'
import type { ValueLine } from './value-history.ts'

const HEIGHT = 240
/** Smallest space between the labels of the time axis, in pixels. */
const TIME_SPACE = 90
const FONT_SIZE = 12
/** Steps between labels of amounts, in minor units. */
const AMOUNT_STEPS = Array.from({ length: 13 }, (_, power) => [1, 2, 5].map((digit) => digit * 10 ** power)).flat()

type Props = { line: ValueLine; currency: string }

/** The values of an item over time. It is drawn again in another colour scheme. */
export function ValueChart(props: Props) {
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  return <Drawing key={scheme} {...props} />
}

function Drawing({ line, currency }: Props) {
  const container = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = container.current
    if (element === null) return
    const chart = new uPlot(optionsOf(element, currency), dataOf(line), element)
    const observer = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height: HEIGHT }))
    observer.observe(element)
    return () => {
      observer.disconnect()
      chart.destroy()
    }
  }, [line, currency])
  return <div role="img" aria-label={line.label} ref={container} />
}

function dataOf({ points }: ValueLine): uPlot.AlignedData {
  return [points.map(({ atMs }) => atMs), points.map(({ valueMinor }) => valueMinor)]
}

function optionsOf(element: HTMLElement, currency: string): uPlot.Options {
  const style = getComputedStyle(element)
  const color = (name: string) => style.getPropertyValue(name)
  const lines = { stroke: color('--color-line'), width: 1 }
  const axis = {
    stroke: color('--color-muted'),
    font: `${FONT_SIZE}px ${style.fontFamily}`,
    grid: lines,
    ticks: lines,
  }
  return {
    width: element.clientWidth,
    height: HEIGHT,
    ms: 1,
    // The last label of the time axis is centred on its moment.
    padding: [FONT_SIZE, 40, 0, 0],
    legend: { show: false },
    cursor: { show: false },
    axes: [
      {
        ...axis,
        space: TIME_SPACE,
        values: (_chart, moments, _axis, _space, stepMs) => moments.map((atMs) => axisMoment(atMs, stepMs)),
      },
      {
        ...axis,
        incrs: AMOUNT_STEPS,
        size: (_chart, labels) => widthOf(labels ?? []),
        values: (_chart, amounts) => amounts.map((minor) => money(Math.round(minor), currency)),
      },
    ],
    series: [
      {},
      {
        stroke: color('--color-primary'),
        width: 2,
        points: { show: false },
        paths: uPlot.paths.stepped?.({ align: 1 }),
      },
    ],
  }
}

/** The width of the axis of amounts, in pixels, with its ticks and gaps. */
function widthOf(labels: readonly string[]): number {
  const longest = Math.max(0, ...labels.map((label) => label.length))
  return Math.ceil(longest * FONT_SIZE * 0.6) + 20
}
