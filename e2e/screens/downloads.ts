import { readFile } from 'node:fs/promises'
import { type ReadPdf, readPdf } from '#server/testing/read-pdf.ts'
import { fromBuffer, type Listed, listZip } from '#server/testing/unzipped.ts'
import type { Locator, Page, Place } from '../engines/page.ts'

export interface FetchedZip {
  readonly name: string
  readonly entries: readonly Listed[]
}

/** The buttons for PDF and zip, as in the dashboard's dialog and for a guest. */
export function downloads(page: Page, place: Place = page) {
  const pdfButton = place.getByRole('button', { name: 'Download PDF' })
  const zipButton = place.getByRole('button', { name: /^Download zip/ })
  return {
    pdfButton,
    zipButton,
    async pdf(): Promise<ReadPdf & { readonly name: string }> {
      const { name, bytes } = await fetched(page, pdfButton)
      return { name, ...(await readPdf(bytes)) }
    },
    async zip(): Promise<FetchedZip> {
      const { name, bytes } = await fetched(page, zipButton)
      return { name, entries: await listZip(fromBuffer(bytes)) }
    },
  }
}

async function fetched(page: Page, button: Locator): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()])
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) }
}
