import type { Page } from '../engines/page.ts'

export interface NewSurvey {
  readonly template: string
  readonly name: string
  readonly owner: string
}

export type Action = 'Edit' | 'Share' | 'Download' | 'Delete'

/** The dashboard's list of surveys and its dialogs. */
export function dashboard(page: Page) {
  const dialog = page.getByRole('dialog')
  const surveys = page.getByRole('region', { name: 'Surveys' })
  return {
    heading: page.getByRole('heading', { name: 'Dashboard' }),
    surveys,
    search: page.getByRole('searchbox', { name: 'Search surveys' }),
    /** Only on a phone. */
    filters: page.getByRole('button', { name: 'Filters' }),
    dates: page.getByRole('button', { name: 'Created between' }),
    pager: page.getByRole('navigation', { name: 'Pages' }),
    dialog,
    async open(): Promise<void> {
      await page.goto('/dashboard')
    },
    async create(survey: NewSurvey): Promise<void> {
      await page.getByRole('button', { name: 'Create survey' }).first().click()
      await page.getByRole('button', { name: survey.template }).click()
      await page.getByLabel('Survey Name').fill(survey.name)
      await page.getByLabel('Property Owner', { exact: true }).fill(survey.owner)
      await page.getByRole('button', { name: 'Continue' }).click()
    },
    /** Chooses an action: a table row has all; a phone's row has only Edit, and its details the others. */
    async choose(action: Action, survey: string): Promise<void> {
      const edit = page.getByRole('button', { name: `Edit ${survey}`, exact: true })
      await edit.waitFor()
      const button = page.getByRole('button', { name: `${action} ${survey}`, exact: true })
      if (action !== 'Edit' && (await button.count()) === 0) {
        const row = surveys.getByRole('listitem').filter({ has: edit })
        await row.getByRole('link').first().click()
      }
      await button.click()
    },
    async closeDialog(): Promise<void> {
      await dialog.getByRole('button', { name: 'Close', exact: true }).first().click()
      await dialog.waitFor({ state: 'hidden' })
    },
  }
}
