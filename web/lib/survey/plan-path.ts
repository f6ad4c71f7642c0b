/** Where the floor plans of a survey are, or one of them. */
export function planPath(surveyId: string, planId = ''): string {
  const parts = ['survey-plans', surveyId, ...(planId ? [planId] : [])]
  return `/${parts.map(encodeURIComponent).join('/')}`
}
