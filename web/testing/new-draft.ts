import { Draft } from '#web/offline/draft/draft.ts'
import { loadSurvey } from '#web/offline/draft/load-survey.ts'
import { rememberSurvey, rememberTemplate } from '#web/offline/incoming/server-copy.ts'
import { db } from '#web/offline/store/database.ts'
import { account, surveyId, surveyWire, templateWire } from './fake-offline.ts'

/**
 * Creates a draft of the sample survey in a new store. Import `fake-indexeddb/auto` first; close the draft
 * after the test.
 */
export async function newDraft(): Promise<Draft> {
  await db.delete()
  await db.open()
  await rememberTemplate(account, templateWire())
  await rememberSurvey(account, surveyWire())
  return loadDraft()
}

/** Loads the sample survey from the store. */
export async function loadDraft(of = account): Promise<Draft> {
  const loaded = await loadSurvey(of, surveyId)
  if (!loaded) throw new Error('The survey is not in the store')
  return new Draft(of, loaded)
}
