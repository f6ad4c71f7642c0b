import { surveyDetail } from '#contract/surveys/surveys.ts'
import { type Figure, median, timed } from '../measure.ts'
import { inDatabase } from './database.ts'
import { fillRooms } from './rooms.ts'
import { openSite, type Site } from './site.ts'
import { addTemplate, roomsTemplate } from './template.ts'

const runs = 60
const sizes = [2, 100] as const

/**
 * The cost of recording that a session has read a survey: reads of a changed survey, compared to an unchanged
 * one.
 */
export async function benchReading(): Promise<Figure[]> {
  const site = await openSite()
  try {
    await addTemplate(site.dataDir, roomsTemplate())
    const figures: Figure[] = []
    for (const rooms of sizes) figures.push(await reads(site, rooms))
    return figures
  } finally {
    await site.close()
  }
}

async function reads(site: Site, rooms: number): Promise<Figure> {
  const { survey } = await fillRooms(site, rooms)
  const read = async () => {
    const answer = await site.api.call(surveyDetail, { params: { id: survey } })
    if (answer?.status !== 200) throw new Error(`A read was refused: ${JSON.stringify(answer?.body)}`)
  }
  const [noted, unchanged]: [number[], number[]] = [[], []]
  await inDatabase(site.dataDir, async (client) => {
    for (let run = 0; run < runs; run++) {
      await client.query(
        "insert into survey_event (survey_id, session_id, kind) values ($1, gen_random_uuid(), 'survey')",
        [survey],
      )
      noted.push(await timed(read))
      unchanged.push(await timed(read))
    }
  })
  return {
    name: `a read of ${rooms * 12} answers that is noted`,
    value: median(noted),
    unit: 'ms',
    baseline: { name: 'the same read with nothing new to note', value: median(unchanged) },
  }
}
