import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { SurveyDetail } from '#contract/surveys/surveys.ts'
import type { MadeAccount } from './make.ts'
import { addSampleTemplate, startSurvey } from './surveys.ts'
import { type TestApp, testApp } from './test-app.ts'

export interface LeaverScene {
  readonly here: TestApp
  readonly admin: MadeAccount
  readonly leaver: MadeAccount
  readonly heir: MadeAccount
  /** The disabled account's survey. */
  readonly survey: SurveyDetail
}

/**
 * An installation with an admin for the file's tests; for each test, a leaving account with a survey, and its
 * heir.
 */
export function leaverScene(use: (scene: LeaverScene) => void): void {
  let here: TestApp
  let admin: MadeAccount
  beforeAll(async () => {
    here = await testApp()
    await addSampleTemplate(here)
    admin = await here.make.account({ role: 'admin', isProven: true })
  })
  afterAll(() => here.close())
  beforeEach(async () => {
    const leaver = await here.make.account({ firstName: 'Lee', isProven: true })
    const heir = await here.make.account({ firstName: 'Hanna', isProven: true })
    use({ here, admin, leaver, heir, survey: await startSurvey(leaver) })
  })
}
