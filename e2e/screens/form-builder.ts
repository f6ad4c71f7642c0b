import type { Page } from 'playwright-core'

/** The template builder. */
export function formBuilder(page: Page) {
  const outline = page.getByRole('navigation', { name: 'Sections and fields' })
  const section = page.getByRole('region', { name: 'Section', exact: true })
  const properties = page.getByRole('region', { name: 'Properties' })
  return {
    outline,
    section,
    properties,
    row: (name: RegExp) => outline.getByRole('button', { name }),
    saved: page.getByText('Saved', { exact: true }),
    name: (number: number) => section.getByRole('textbox', { name: `Name of field ${number}`, exact: true }),
    names: () =>
      section
        .getByRole('textbox', { name: /^Name of field/ })
        .evaluateAll((all) => all.map((one) => (one instanceof HTMLTextAreaElement ? one.value : ''))),
    undo: page.getByRole('button', { name: 'Undo' }).first(),
    redo: page.getByRole('button', { name: 'Redo' }),
    publish: page.getByRole('button', { name: 'Publish', exact: true }),
    dialog: page.getByRole('dialog'),
    faults: page.getByRole('button', { name: /to fix before publishing$/ }),
  }
}
