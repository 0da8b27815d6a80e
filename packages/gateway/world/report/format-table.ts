// Lines up names and figures for the terminal.

export function formatTable(rows: readonly (readonly [name: string, figure: string | number])[]): string {
  const widest = Math.max(...rows.map(([name]) => name.length))
  return rows.map(([name, figure]) => `  ${name.padEnd(widest)}  ${formatFigure(figure)}`).join('\n')
}

function formatFigure(figure: string | number): string {
  if (typeof figure === 'string') return figure
  return figure.toLocaleString('en-US', { maximumFractionDigits: 1 }).padStart(9)
}
