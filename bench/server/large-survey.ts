import { uploadMedia } from '#contract/media/media.ts'
import { somePhoto } from './photo.ts'
import { fillRooms, type RoomsSurvey } from './rooms.ts'
import type { Site } from './site.ts'
import { addTemplate, roomsTemplate } from './template.ts'

const rooms = 500
const photos = 300
const perUpload = 10

/** Creates a survey of 6,000 answers and 300 uploaded photos of half a megabyte. */
export async function addLargeSurvey(site: Site): Promise<RoomsSurvey> {
  await addTemplate(site.dataDir, roomsTemplate())
  const made = await fillRooms(site, rooms)
  const uploads = photos / perUpload
  for (let upload = 0; upload < uploads; upload++) {
    const form = new FormData()
    const answer = made.photoAnswers[Math.floor((upload * rooms) / uploads)] ?? ''
    form.append('user_survey_media[user_survey_sub_section_detail_id]', answer)
    for (let photo = upload * perUpload; photo < (upload + 1) * perUpload; photo++)
      form.append('user_survey_media[photos][]', new Blob([await somePhoto(photo)]), `IMG_${photo}.jpg`)
    const answered = await site.api.upload(uploadMedia, form, crypto.randomUUID())
    if (answered?.status !== 201) throw new Error(`A photo was refused: ${JSON.stringify(answered?.body)}`)
  }
  return made
}
