import type { Db } from '#server/context.ts'
import { zipPathsOfMedia } from '#server/features/reports/report-zip.ts'
import type { LoadedSurvey } from '#server/features/surveys/load.ts'
import { presentMediaItem } from '#server/features/surveys/media-items.ts'
import type { SessionHolder } from '#server/http/ticket.ts'
import type { ExportedMedia } from '#survey/export/exported-survey.ts'

export interface MediaAddresses {
  readonly holder: SessionHolder
  readonly ticketKey: Buffer
  /** Without a trailing slash. */
  readonly publicUrl: string
  readonly now: Date
}

/** Returns the name of each photo and video in the survey's zip, with a signed address. */
export async function mediaOf(
  db: Db,
  loaded: LoadedSurvey,
  { holder, ticketKey, publicUrl, now }: MediaAddresses,
  isOwner: boolean,
): Promise<ReadonlyMap<string, ExportedMedia>> {
  if (loaded.media.length === 0) return new Map()
  const paths = await zipPathsOfMedia(db, loaded, holder)
  const signer = { key: ticketKey, holder, now }
  return new Map(
    loaded.media.flatMap((row) => {
      const path = paths.get(row.id)
      if (path === undefined) return []
      const { url, original_url, drawing, position } = presentMediaItem(row, signer)
      const address = drawing ? url : original_url
      const media = { path, url: `${publicUrl}${address}`, position: isOwner ? position : null }
      return [[row.id, media] as const]
    }),
  )
}
