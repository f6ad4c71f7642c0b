import * as xlsx from '@e965/xlsx'
import { createForm } from '#contract/templates/custom-forms.ts'
import { type Figure, inTurn } from '../measure.ts'
import { openSite } from './site.ts'

const questions = 2_000
const perGroup = 40
const runs = 9

/**
 * Importing a spreadsheet of 2,000 questions over HTTP, compared to only parsing its sheets with the library.
 */
export async function benchImportForm(): Promise<Figure[]> {
  const site = await openSite()
  try {
    const bytes = workbook()
    const importing = async () => {
      const form = new FormData()
      form.append('dry_run', 'true')
      form.append('file', new Blob([Uint8Array.from(bytes)]), 'large.xlsx')
      const reply = await site.api.upload(createForm, form, crypto.randomUUID())
      const rows = reply?.body.meta.import?.imported
      if (reply?.status !== 200 || rows !== rowsOf().length - 1)
        throw new Error(`The import was refused: ${reply?.status}, ${rows} rows`)
    }
    const reading = async () => {
      xlsx.read(bytes, { type: 'buffer', dense: true, cellNF: true })
    }
    const { work, baseline } = await inTurn(runs, importing, reading)
    return [
      {
        name: `import of ${questions} questions`,
        value: work,
        unit: 'ms',
        baseline: { name: 'reading the sheets with the library alone', value: baseline },
      },
    ]
  } finally {
    await site.close()
  }
}

function workbook(): Buffer {
  const book = xlsx.utils.book_new()
  xlsx.utils.book_append_sheet(book, xlsx.utils.aoa_to_sheet(rowsOf()), 'survey')
  const choices = [
    ['list_name', 'name', 'label'],
    ...['good', 'fair', 'poor'].map((name) => ['state', name, name]),
  ]
  xlsx.utils.book_append_sheet(book, xlsx.utils.aoa_to_sheet(choices), 'choices')
  return xlsx.write(book, { type: 'buffer', bookType: 'xlsx' })
}

/** Every fifth question is a choice; every third has a condition. */
function rowsOf(): string[][] {
  const rows = [['type', 'name', 'label', 'relevant', 'constraint']]
  for (let number = 0; number < questions; number++) {
    if (number % perGroup === 0) rows.push(['begin group', `group_${number}`, `Group ${number}`, '', ''])
    const type = number % 5 === 0 ? 'select_one state' : 'integer'
    const relevant = number % 3 === 1 ? `\${question_${number - 1}} != ''` : ''
    rows.push([
      type,
      `question_${number}`,
      `Question ${number}`,
      relevant,
      type === 'integer' ? '. >= 0' : '',
    ])
    if (number % perGroup === perGroup - 1) rows.push(['end group', '', '', '', ''])
  }
  return rows
}
