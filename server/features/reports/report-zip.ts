import { t } from '#contract/messages/translate.ts'
import { endingOf } from '#contract/rules/file-kind.ts'
import type { Context, Db } from '#server/context.ts'
import type { LoadedSurvey } from '#server/features/surveys/load.ts'
import type { MediaRow } from '#server/features/surveys/media-items.ts'
import type { Holder } from '#server/http/ticket.ts'
import { reportOf } from '#survey/report.ts'
import { captionFor } from './captions.ts'
import { readStoredCopies, readStoredPlans, type StoredCopy } from './data.ts'
import { isGuest, pick, zippedRenditions } from './policy.ts'
import { type ZipFile, zipEntries } from './zip/entries.ts'
import { zipPaths } from './zip/paths.ts'
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
  const { survey } = loaded
  const listed = await listFiles(db, loaded, { holder, makesCopies: tools.makesCopies })
  // The list has the time of the newest file; the download's time would change its bytes each time.
  const times = listed.map(({ storedAt }) => storedAt.getTime())
  const newest = new Date(Math.max(Date.parse(survey.createdAt), ...times))
  const zipped = listed.map(({ mediaId: _, storeKey, ...file }) => ({
    ...file,
    open: () => files.open(storeKey),
  }))
  return planZip(zipEntries(zipped, { listed: newest, timeZone: survey.timeZone }), survey.timeZone)
}

/** Returns the path of each photo and video in the zip that `planReportZip` plans, by media id. */
export async function zipPathsOfMedia(
  db: Db,
  loaded: LoadedSurvey,
  holder: Holder,
): Promise<ReadonlyMap<string, string>> {
  const listed = await listFiles(db, loaded, { holder, makesCopies: true })
  const paths = new Map<string, string>()
  for (const [index, path] of zipPaths(listed).entries()) {
    const { mediaId = null } = listed[index] ?? {}
    // A photo without its drawing follows the marked one.
    if (mediaId !== null && !paths.has(mediaId)) paths.set(mediaId, path)
  }
  return paths
}

interface ListedFile extends Omit<ZipFile, 'open'> {
  /** Null: a floor plan. */
  readonly mediaId: string | null
  readonly storeKey: string
}

/** Returns the files of the zip in their order. */
async function listFiles(
  db: Db,
  loaded: LoadedSurvey,
  reader: Parameters<typeof captionFor>[2],
): Promise<readonly ListedFile[]> {
  const { survey, media } = loaded
  const { holder } = reader
  const wanted = [
    ...zippedRenditions(holder, 'photo'),
    ...zippedRenditions(holder, 'video'),
    ...(media.some(isDrawn) ? zippedRenditions(holder, 'photo', { drawn: true }) : []),
  ]
  const copies = await readStoredCopies(db, survey.id, wanted)
  const rows = new Map(media.map((row) => [row.id, row]))
  const plans = await planFiles(db, loaded, holder)
  const shown = placesOf(loaded, holder).flatMap(({ mediaId, ...place }): ListedFile[] => {
    const row = rows.get(mediaId)
    if (!row) return []
    const there = copies.get(mediaId) ?? []
    const copy = pick(there, zippedRenditions(holder, row.kind, { drawn: isDrawn(row) }))
    const original = isDrawn(row) && !isGuest(holder) ? pick(there, ['original']) : null
    return [
      ...(copy
        ? [{ ...place, mediaId, caption: captionFor(place.caption, row, reader), ...fileOf(row, copy) }]
        : []),
      // Only signed-in readers get the photo without drawings, next to the marked one.
      ...(original ? [{ ...place, mediaId, above: t('reports.zipUnmarked'), ...fileOf(row, original) }] : []),
    ]
  })
  return [...plans, ...shown]
}

/**
 * Returns the floor plans: as uploaded, for guests the copy without metadata. They come first, as in the
 * report.
 */
async function planFiles(
  db: Db,
  { survey, plans }: LoadedSurvey,
  holder: Holder,
): Promise<readonly ListedFile[]> {
  if (plans.length === 0 || (isGuest(holder) && !survey.showMedia)) return []
  const copies = await readStoredPlans(db, survey.id, isGuest(holder) ? 'view' : 'original')
  return plans.flatMap(({ id, name, createdAt }, index) => {
    const copy = copies.get(id)
    if (!copy) return []
    const label = t('plans.label', { number: index + 1 })
    const place = { section: t('plans.folder'), subSection: null, field: null, label, caption: name }
    return [{ ...place, mediaId: null, ...fileOf({ takenAt: null, createdAt }, copy) }]
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
) {
  const { size, crc32, sha256, storeKey } = copy
  return {
    size,
    crc32,
    sha256,
    extension: endingOf(copy.contentType),
    takenAt,
    storedAt: createdAt,
    storeKey,
  }
}
