import type { Page } from 'playwright-core'
import { chooseFiles } from '../choose-files.ts'
import type { PickedFile } from './media.ts'

/** Files outside of surveys. */
export function bulk(page: Page) {
  const queue = page.getByRole('region', { name: 'Files to upload' })
  const earlier = page.getByRole('region', { name: 'Earlier uploads' })
  return {
    heading: page.getByRole('heading', { name: 'Bulk upload', level: 1 }),
    dialog: page.getByRole('dialog'),
    choose: page.getByRole('button', { name: 'Choose files' }),
    queue,
    rows: queue.getByRole('listitem'),
    row: (name: string) => queue.getByRole('listitem').filter({ hasText: name }),
    submit: queue.getByRole('button', { name: 'Submit' }),
    clear: queue.getByRole('button', { name: 'Clear all' }),
    earlier,
    links: earlier.getByRole('link', { name: /^(?!Add to).*\.(txt|jpg)$/ }),
    async open(): Promise<void> {
      await page.goto('/BulkUploading')
      await this.heading.waitFor()
    },
    async pick(files: readonly PickedFile[]): Promise<void> {
      const opened = page.waitForEvent('filechooser')
      await this.choose.click()
      await chooseFiles(await opened, files)
    },
  }
}

export function textFile(name: string, words = `of ${name}`): PickedFile {
  return { name, mimeType: 'text/plain', buffer: Buffer.from(words) }
}
