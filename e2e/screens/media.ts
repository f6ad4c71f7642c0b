import type { Page } from 'playwright-core'

export interface PickedFile {
  readonly name: string
  readonly mimeType: string
  readonly buffer: Buffer
}

/** The photos and videos of one field. */
export function media(page: Page, field: string) {
  const area = page.locator('[id^="field-"]').filter({ has: page.getByText(field, { exact: true }) })
  const dialog = page.getByRole('dialog', { name: `Photos and videos: ${field}` })
  const add = area.getByRole('button', { name: /^Add photos or videos/ })
  return {
    add,
    dialog,
    queue: dialog.getByRole('list', { name: 'Files being uploaded' }).getByRole('listitem'),
    photos: area.getByRole('button', { name: /^View .* full size$/ }),
    videos: area.getByRole('button', { name: /^Play / }),
    captions: area.getByRole('button', { name: /^Description and delete/ }),
    refusal: dialog.getByRole('alert'),
    said: dialog.getByRole('status'),
    close: dialog.getByRole('button', { name: /^(Close|Done)$/ }).last(),
    async open(): Promise<void> {
      await add.click()
      await dialog.waitFor()
    },
    /** Made up here, or by the paths of files that are too large for that. */
    async pick(files: readonly PickedFile[] | readonly string[]): Promise<void> {
      const [chooser] = await Promise.all([
        page.waitForEvent('filechooser'),
        dialog.locator('button', { hasText: 'Choose files' }).click(),
      ])
      await chooser.setFiles([...files] as PickedFile[] | string[])
    },
    /** The dialog goes by itself once everything is on the server. */
    async uploaded(): Promise<void> {
      await dialog.waitFor({ state: 'hidden' })
    },
    async describe(index: number, text: string): Promise<void> {
      await area
        .getByRole('button', { name: /^Description and delete/ })
        .nth(index)
        .click()
      await page.getByRole('textbox', { name: 'Description' }).fill(text)
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    },
  }
}
