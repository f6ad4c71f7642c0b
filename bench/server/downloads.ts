import type { Figure } from '../measure.ts'
import { addLargeSurvey } from './large-survey.ts'
import { pdfFigures } from './pdf.ts'
import { openSite } from './site.ts'
import { zipFigures } from './zip.ts'

/** Both downloads of one large survey, through the real program and over HTTP. */
export async function benchDownloads(): Promise<Figure[]> {
  const site = await openSite()
  try {
    const { survey } = await addLargeSurvey(site)
    return [...(await zipFigures(site, survey)), ...(await pdfFigures(site, survey))]
  } finally {
    await site.close()
  }
}
