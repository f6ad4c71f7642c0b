import { v7 as newId, v4 as newKey } from 'uuid'
import { addSimilar, autoSave } from '#contract/surveys/surveys.ts'
import { deriveId } from '#survey/ids.ts'
import { type Figure, median } from '../measure.ts'
import { fillRooms, type RoomsSurvey } from './rooms.ts'
import { openSite, type Site } from './site.ts'
import { addTemplate, roomsTemplate } from './template.ts'

const rounds = 15

/**
 * Adding the 300th and later rooms, compared to the 10th of another survey: with the app's request and with
 * the whole section; also for a template whose rooms hide fields, including the answers that hide them.
 */
export async function benchAddRoom(): Promise<Figure[]> {
  const site = await openSite()
  try {
    await addTemplate(site.dataDir, roomsTemplate())
    const [few, many] = [await fillRooms(site, 9), await fillRooms(site, 299)]
    const alone = await inRounds(few, many, (one) => addRoom(site, one, { only_new: true }))
    const whole = await inRounds(few, many, (one) => addRoom(site, one, {}))
    const hiding = roomsTemplate({ hides: true })
    await addTemplate(site.dataDir, hiding)
    const [fewHide, manyHide] = [await fillRooms(site, 9, hiding), await fillRooms(site, 299, hiding)]
    const deciding = hiding.sections[1]?.fields[3]?.id ?? ''
    const hidden = await inRounds(fewHide, manyHide, (one, round) => hideIn(site, one, deciding, round))
    const added = await inRounds(fewHide, manyHide, (one) => addRoom(site, one, { only_new: true }))
    return [
      figure('the 300th room, told alone', alone),
      figure('the 300th room, told with its section', whole),
      figure('the 300th room where rooms hide fields', added),
      figure('an answer in the 300th room that hides fields', hidden),
    ]
  } finally {
    await site.close()
  }
}

function figure(name: string, { few, many }: { few: number; many: number }): Figure {
  return { name, value: many, unit: 'ms', baseline: { name: 'the 10th', value: few } }
}

async function inRounds(
  few: RoomsSurvey,
  many: RoomsSurvey,
  measure: (one: RoomsSurvey, round: number) => Promise<number>,
) {
  const [first, second]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    first.push(await measure(few, round))
    second.push(await measure(many, round))
  }
  return { few: median(first), many: median(second) }
}

/** Adds a room and returns the milliseconds. Filling its mandatory field for the next one is not timed. */
async function addRoom({ api }: Site, { survey, section }: RoomsSurvey, wanted: { only_new?: boolean }) {
  const id = newId()
  const body = { id, user_survey_id: survey, user_survey_section_id: section, ...wanted }
  const start = performance.now()
  const reply = await api.call(addSimilar, { body }, newKey())
  const took = performance.now() - start
  if (reply?.status !== 201) throw new Error(`A room was refused: ${JSON.stringify(reply?.body)}`)
  const added = reply.body.data.attributes.user_survey_sub_sections.find((part) => part.id === id)
  const details = added?.user_survey_sub_section_details.slice(0, 1) ?? []
  await save(
    { api },
    { survey, section },
    id,
    details.map((one) => ({ id: one.id, field_value: 'Room' })),
  )
  return took
}

/** Returns the milliseconds to save the answer that half of a room's fields depend on. */
async function hideIn(site: Site, survey: RoomsSurvey, deciding: string, round: number): Promise<number> {
  const room = survey.rooms.at(-1) ?? ''
  const details = [{ id: deriveId(room, deciding), field_value: round % 2 === 0 ? 'North' : 'South' }]
  const start = performance.now()
  await save(site, survey, room, details)
  return performance.now() - start
}

async function save(
  { api }: Pick<Site, 'api'>,
  { survey, section }: Pick<RoomsSurvey, 'survey' | 'section'>,
  room: string,
  details: { id: string; field_value: string }[],
): Promise<void> {
  const parts = [{ id: room, user_survey_sub_section_details_attributes: details }]
  const sections = [{ id: section, user_survey_sub_sections_attributes: parts }]
  const body = { user_survey_id: survey, user_survey_sections_attributes: sections }
  const reply = await api.call(autoSave, { body }, newKey())
  if (reply?.status !== 200) throw new Error(`A room could not be filled: ${JSON.stringify(reply?.body)}`)
}
