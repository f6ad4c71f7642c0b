import { sheetLimits } from './limits.ts'
import { ContentTooLarge } from './zip-parts.ts'

const readNames: ReadonlySet<string> = new Set(['survey', 'choices', 'settings'])

/** Whether a sheet belongs to the form. Others, such as price lists, are not read. */
export function isReadSheet(name: string): boolean {
  return readNames.has(name.trim().toLowerCase())
}

/** Headers of columns with text for people. In other columns a number is a value. */
const isShown =
  /^\s*(?:label|caption|hint|guidance[ _]hint|(?:constraint|required)[ _]message)(?:\s*:.*)?\s*$/i

interface ShownCell {
  readonly cells: string[]
  readonly column: number
  readonly shown: string
}

/** Collects the cells of a workbook up to a maximum number. */
export class CellBudget {
  #left: number = sheetLimits.cells

  sheet() {
    const all: string[][] = []
    const shownCells: ShownCell[] = []
    return {
      /** Returns the rows of all cells put so far. */
      end(): string[][] {
        const header = all.find((cells) => cells.some((cell) => cell.trim() !== '')) ?? []
        for (const { cells, column, shown } of shownCells)
          if (isShown.test(header[column] ?? '')) cells[column] = shown
        return all
      },
      /** `shown`: the number as the spreadsheet formats it. */
      put: (row: number, column: number, text: string, shown = text) => {
        if (text === '') return
        if (row >= sheetLimits.rows) throw new ContentTooLarge()
        while (all.length <= row) all.push([])
        const cells = all[row] as string[]
        this.#left -= Math.max(0, column + 1 - cells.length)
        if (this.#left < 0) throw new ContentTooLarge()
        while (cells.length < column) cells.push('')
        cells[column] = text.slice(0, sheetLimits.cellLength)
        if (shown !== text) shownCells.push({ cells, column, shown: shown.slice(0, sheetLimits.cellLength) })
      },
    }
  }
}
