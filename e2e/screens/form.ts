import type { Locator, Page } from '../engines/page.ts'

/** One section of a survey, with fields by their displayed names. */
export function form(page: Page) {
  const step = (name: string) => page.getByRole('button', { name, exact: true })
  const group = (name: string) => page.getByRole('group', { name, exact: true })
  const heading = (name: string) => page.getByRole('heading', { name, exact: true, level: 2 })
  const input = (name: string) => page.getByRole('textbox', { name, exact: true })
  const select = (name: string) => page.getByRole('combobox', { name, exact: true })
  return {
    heading,
    input,
    select,
    group,
    syncLine: page.getByRole('banner').getByRole('status'),
    save: step('Save'),
    submit: step('Submit'),
    dialog: page.getByRole('dialog'),
    part: (name: string) => page.getByRole('heading', { level: 3, name: new RegExp(`^${name}`) }),
    async choose(name: string, option: string): Promise<void> {
      await select(name).selectOption(option)
    },
    async press(name: string, option: string): Promise<void> {
      await group(name).getByText(option, { exact: true }).click()
    },
    async next(section: string): Promise<void> {
      await step('Next').click()
      await heading(section).waitFor()
    },
    async back(section: string): Promise<void> {
      await step('Back').click()
      await heading(section).waitFor()
    },
    /** Scrolls to a field far down a long section: fields render when they come near. */
    async reach(name: string): Promise<Locator> {
      const undrawn = page.getByRole('button', { name: /^Show \d+ to \d+$/ })
      await input(name).or(undrawn).first().waitFor()
      await page.evaluate(() => {
        const buttons = [...document.querySelectorAll('button')]
        buttons.find((one) => /^Show \d/.test(one.textContent ?? ''))?.scrollIntoView({ block: 'center' })
      })
      await input(name).waitFor()
      return input(name)
    },
    async leave(): Promise<void> {
      await page.getByRole('link', { name: 'Back to the dashboard' }).click()
    },
  }
}

/** Returns the error below a field. */
export function problemOf(field: Locator): Locator {
  return field.locator('xpath=ancestor::*[starts-with(@id,"field-")]').getByRole('alert')
}
