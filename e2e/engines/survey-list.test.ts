import { openAs } from '../open-as.ts'
import { startSurvey } from '../scene.ts'
import { dashboard } from '../screens/dashboard.ts'
import { test } from './fixtures.ts'

/**
 * Checks stacking, which differs between engines: in WebKit, a name stretched over its row covered the whole
 * table.
 */
test('pressing a name opens that survey’s details, in the table and in rows', async ({ visit, surveyor }) => {
  for (const name of ['Hill House', 'Belasco House']) await startSurvey(surveyor, { name })
  for (const size of ['desktop', 'phone'] as const) {
    const { page } = await visit(size)
    await openAs(page, surveyor, '/dashboard')
    const board = dashboard(page)
    for (const name of ['Hill House', 'Belasco House']) {
      await board.surveys.getByRole('link', { name: new RegExp(name.slice(0, 8)) }).click()
      await board.dialog.getByText(name, { exact: true }).first().waitFor()
      await board.closeDialog()
    }
  }
})
