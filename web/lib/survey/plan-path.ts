/** Returns the path of a survey's floor plans, or of one of them. */
export function planPath(surveyId: string, planId = ''): string {
  const parts = ['survey-plans', surveyId, ...(planId ? [planId] : [])]
  return `/${parts.map(encodeURIComponent).join('/')}`
}
