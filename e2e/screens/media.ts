import { chooseFiles } from '../choose-files.ts'
import type { Page } from '../engines/page.ts'

export interface PickedFile {
  readonly name: string
  readonly mimeType: string
  readonly buffer: Buffer
}

/** The photos and videos of one field. */
export function media(page: Page, field: string) {
  const area = page.locator('[id^="field-"]').filter({ has: page.getByText(field, { exact: true }) })
  const dialog = page.getByRole('dialog', { name: `Photos and videos: ${field}` })
  const add = area.getByRole('button', { name: /^Add (photos|videos|photos or videos)/ })
  const allow = dialog.getByRole('button', { name: 'Allow', exact: true })
  const captions = area.getByRole('textbox', { name: /^Caption of/ })
  const upload = dialog.getByRole('button', { name: /^Upload \d+ files?$/ })
  return {
    add,
    dialog,
    allow,
    queue: dialog.getByRole('list', { name: 'Files being uploaded' }).getByRole('listitem'),
    photos: area.getByRole('button', { name: /^View .* full size/ }),
    videos: area.getByRole('button', { name: /^Play / }),
    edit: area.getByRole('button', { name: /^Edit or delete/ }),
    captions,
    /** Photos and videos in this state. */
    marks: (state: string) => area.getByRole('list').getByRole('img', { name: state }),
    refusal: dialog.getByRole('alert'),
    said: dialog.getByRole('status'),
    close: dialog.getByRole('button', { name: /^(Close|Done)$/ }).last(),
    async open(): Promise<void> {
      await add.click()
      await dialog.waitFor()
    },
    /** Chooses generated files, or files by path. On wide screens they wait for `upload`. */
    async choose(files: readonly PickedFile[] | readonly string[]): Promise<void> {
      const opened = page.waitForEvent('filechooser')
      // If the browser is killed meanwhile, the following wait reports it.
      opened.catch(() => undefined)
      const gallery = dialog.getByRole('button', { name: 'Choose from the gallery' })
      if (await gallery.isVisible()) {
        await gallery.click()
        // The permission question appears once per device.
        await Promise.race([opened, allow.click().catch(() => undefined)])
      } else await dialog.getByRole('button', { name: 'Choose files' }).click()
      await chooseFiles(await opened, files)
    },
    upload,
    /** Chooses files and starts the upload of the accepted ones. */
    async pick(files: readonly PickedFile[] | readonly string[]): Promise<void> {
      await this.choose(files)
      if ((page.viewportSize()?.width ?? 0) <= 900) return
      await upload.or(dialog.getByRole('alert')).first().waitFor()
      if (!(await upload.isVisible())) return
      await upload.click()
      await upload.waitFor({ state: 'hidden' })
    },
    /** The dialog closes by itself once everything is on the server. */
    async uploaded(): Promise<void> {
      await dialog.waitFor({ state: 'hidden' })
    },
    /** While online, the dialog may close by itself in the moment it is closed. */
    async leave(): Promise<void> {
      const gone = dialog.waitFor({ state: 'hidden' })
      await Promise.race([this.close.click().catch(() => undefined), gone])
      await gone
    },
    async describe(index: number, text: string): Promise<void> {
      await captions.nth(index).fill(text)
      await captions.nth(index).blur()
    },
  }
}
