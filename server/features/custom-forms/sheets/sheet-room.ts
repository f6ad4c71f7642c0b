import { sheetLimits } from './limits.ts'
import { TooMuchInside } from './zip-parts.ts'

const readNames: ReadonlySet<string> = new Set(['survey', 'choices', 'settings'])

/** Others count by their name alone: people keep price lists and data beside a form. */
export function isReadSheet(name: string): boolean {
  return readNames.has(name.trim().toLowerCase())
}

/** Where the cells of a book go, and how many of them there may be. */
export class SheetRoom {
  #left: number = sheetLimits.cells

  sheet() {
    const all: string[][] = []
    return {
      all,
      put: (row: number, column: number, text: string) => {
        if (text === '') return
        if (row >= sheetLimits.rows) throw new TooMuchInside()
        while (all.length <= row) all.push([])
        const cells = all[row] as string[]
        this.#left -= Math.max(0, column + 1 - cells.length)
        if (this.#left < 0) throw new TooMuchInside()
        while (cells.length < column) cells.push('')
        cells[column] = text.slice(0, sheetLimits.cellLength)
      },
    }
  }
}
