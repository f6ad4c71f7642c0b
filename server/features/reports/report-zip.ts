import { t } from '#contract/messages/translate.ts'
import { endingOf } from '#contract/rules/file-kind.ts'
import type { Context, Db } from '#server/context.ts'
import type { LoadedSurvey } from '#server/features/surveys/load.ts'
import type { MediaRow } from '#server/features/surveys/media-items.ts'
import type { FileStore } from '#server/files/store.ts'
import type { Holder } from '#server/http/ticket.ts'
import { reportOf } from '#survey/report.ts'
import { captionFor } from './captions.ts'
import { readStoredCopies, readStoredPlans, type StoredCopy } from './data.ts'
import { isGuest, pick, zippedRenditions } from './policy.ts'
import { type ZipFile, zipEntries } from './zip/entries.ts'
import { planZip, type ZipPlan } from './zip.ts'

/**
 * Plans the zip of a survey's files in the report's order: all of them for signed-in readers, for guests
 * those that their report shows. Depends only on stored data, so every range request of a download gets the
 * same plan.
 */
export async function planReportZip(
  { files, tools }: Pick<Context, 'files' | 'tools'>,
  db: Db,
  loaded: LoadedSurvey,
  holder: Holder,
): Promise<ZipPlan> {
  const reader = { holder, makesCopies: tools.makesCopies }
  const { survey, media } = loaded
  const wanted = [
    ...zippedRenditions(holder, 'photo'),
    ...zippedRenditions(holder, 'video'),
    ...(media.some(isDrawn) ? zippedRenditions(holder, 'photo', { drawn: true }) : []),
  ]
  const copies = await readStoredCopies(db, survey.id, wanted)
  const rows = new Map(media.map((row) => [row.id, row]))
  const plans = await planFiles(files, db, loaded, holder)
  const shown = placesOf(loaded, holder).flatMap(({ mediaId, ...place }): ZipFile[] => {
    const row = rows.get(mediaId)
    if (!row) return []
    const there = copies.get(mediaId) ?? []
    const copy = pick(there, zippedRenditions(holder, row.kind, { drawn: isDrawn(row) }))
    const original = isDrawn(row) && !isGuest(holder) ? pick(there, ['original']) : null
    return [
      ...(copy
        ? [{ ...place, caption: captionFor(place.caption, row, reader), ...fileOf(row, copy, files) }]
        : []),
      // Only signed-in readers get the photo without drawings, next to the marked one.
      ...(original ? [{ ...place, above: t('reports.zipUnmarked'), ...fileOf(row, original, files) }] : []),
    ]
  })
  const zipped = [...plans, ...shown]
  // The list has the time of the newest file; the download's time would change its bytes each time.
  const times = zipped.map(({ storedAt }) => storedAt.getTime())
  const listed = new Date(Math.max(Date.parse(survey.createdAt), ...times))
  return planZip(zipEntries(zipped, { listed, timeZone: survey.timeZone }), survey.timeZone)
}

/**
 * Returns the floor plans: as uploaded, for guests the copy without metadata. They come first, as in the
 * report.
 */
async function planFiles(
  files: FileStore,
  db: Db,
  { survey, plans }: LoadedSurvey,
  holder: Holder,
): Promise<readonly ZipFile[]> {
  if (plans.length === 0 || (isGuest(holder) && !survey.showMedia)) return []
  const copies = await readStoredPlans(db, survey.id, isGuest(holder) ? 'view' : 'original')
  return plans.flatMap(({ id, name, createdAt }, index) => {
    const copy = copies.get(id)
    if (!copy) return []
    const label = t('plans.label', { number: index + 1 })
    const place = { section: t('plans.folder'), subSection: null, field: null, label, caption: name }
    return [{ ...place, ...fileOf({ takenAt: null, createdAt }, copy, files) }]
  })
}

function isDrawn({ shapes }: MediaRow): boolean {
  return shapes !== null
}

/** Returns each photo's and video's place in the report; for signed-in readers as if nothing were hidden. */
function placesOf({ survey }: LoadedSurvey, holder: Holder) {
  const { sections } = reportOf(
    survey,
    isGuest(holder) ? { forGuests: true } : { showMedia: true, hideEmpty: false, showInternal: true },
  )
  return sections.flatMap((section) =>
    section.parts.flatMap((part) =>
      part.rows.flatMap((row) =>
        row.figures.map(({ mediaId, label, caption }) => ({
          mediaId,
          section: section.name,
          subSection: part.heading,
          field: row.internal ? `${row.label} (${t('reports.internal')})` : row.label,
          label,
          caption,
        })),
      ),
    ),
  )
}

function fileOf(
  { takenAt, createdAt }: Pick<MediaRow, 'takenAt' | 'createdAt'>,
  copy: Omit<StoredCopy, 'mediaId'>,
  files: FileStore,
) {
  const { size, crc32, sha256, storeKey } = copy
  return {
    size,
    crc32,
    sha256,
    extension: endingOf(copy.contentType),
    takenAt,
    storedAt: createdAt,
    open: () => files.open(storeKey),
  }
}
