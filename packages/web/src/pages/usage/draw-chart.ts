// Draws bars on a canvas with uPlot: one for each day, in the colours of the page. Follows the width of its element, and
// is drawn again when the theme changes. Nothing in it moves.

import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { chooseLabels, chooseTicks } from './choose-ticks.ts'

export interface ChartInput {
  values: readonly number[]
  tellDay(at: number): string
  tellValue(value: number): string
  /** Which day the pointer is at; null when it left. */
  onPoint(at: number | null): void
}

const heightPx = 208
const labelPx = 72
const axisPx = 64

/** Returns what ends it. */
export function drawChart(root: HTMLElement, input: ChartInput): () => void {
  let plot = build(root, input)
  const again = () => {
    plot.destroy()
    plot = build(root, input)
  }
  const resized = new ResizeObserver(() => {
    if (root.clientWidth > 0 && root.clientWidth !== plot.width)
      plot.setSize({ width: root.clientWidth, height: heightPx })
  })
  resized.observe(root)
  const themed = new MutationObserver(again)
  themed.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  const scheme = window.matchMedia('(prefers-color-scheme: dark)')
  scheme.addEventListener('change', again)
  return () => {
    resized.disconnect()
    themed.disconnect()
    scheme.removeEventListener('change', again)
    plot.destroy()
  }
}

function build(root: HTMLElement, input: ChartInput): uPlot {
  const { values, tellDay, tellValue, onPoint } = input
  const colour = readColours(root)
  const font = `12px ${getComputedStyle(root).fontFamily}`
  const top = Math.max(...values, 0)
  const options: uPlot.Options = {
    width: Math.max(1, root.clientWidth),
    height: heightPx,
    padding: [8, 24, 0, 0],
    legend: { show: false },
    cursor: { y: false, points: { show: false }, drag: { x: false, y: false } },
    scales: {
      x: { time: false, range: () => [-0.5, values.length - 0.5] },
      y: { range: () => [0, top === 0 ? 1 : top * 1.05] },
    },
    axes: [
      {
        stroke: colour.soft,
        font,
        size: 28,
        grid: { show: false },
        ticks: { show: false },
        splits: (u) => chooseTicks(values.length, Math.floor((u.width - axisPx) / labelPx)),
        values: (_, splits) => splits.map((at) => tellDay(at)),
      },
      {
        stroke: colour.soft,
        font,
        size: axisPx,
        grid: { stroke: colour.line, width: 1 },
        ticks: { show: false },
        values: (_, splits) => chooseLabels(splits, tellValue),
      },
    ],
    series: [{}, { fill: colour.accent, width: 0, points: { show: false }, paths: barPaths() }],
    hooks: { setCursor: [(u) => onPoint(u.cursor.idx ?? null)] },
  }
  return new uPlot(options, [values.map((_, at) => at), [...values]], root)
}

function barPaths(): uPlot.Series.PathBuilder {
  const bars = uPlot.paths.bars?.({ size: [0.7, 40] })
  if (!bars) throw new Error('this build of uPlot draws no bars')
  return bars
}

/** A canvas knows no custom properties, and theirs are not resolved until an element wears them. */
function readColours(root: HTMLElement): { accent: string; soft: string; line: string } {
  return {
    accent: readColour(root, '--accent'),
    soft: readColour(root, '--soft'),
    line: readColour(root, '--line'),
  }
}

/** An element for each: one that changed its colour would still be on its way from the last one. */
function readColour(root: HTMLElement, name: string): string {
  const probe = document.createElement('span')
  probe.style.color = `var(${name})`
  root.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}
